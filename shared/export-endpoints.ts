import * as v from 'valibot';
import { defineEndpoints } from './endpoint.ts';
import { IMPORT_BODY_MAX_BYTES, importBatch, importEnd, importedBatch } from './export.ts';
import { signature } from './files.ts';

/** The endpoints that export and import a user's data. */
export const exportEndpoints = defineEndpoints({
  exportData: {
    method: 'GET',
    path: '/api/export',
    access: 'session',
    summary: 'Everything that the signed-in person stored, as a ZIP file',
    response: 'archive',
    errors: { 429: 'Too many exports; see Retry-After.' },
  },
  signExport: {
    method: 'GET',
    path: '/api/export/url',
    access: 'session',
    summary:
      'An address of the export that works without a token for five minutes, or until the session ends',
    response: v.object({ url: v.string() }),
    errors: { 429: 'Too many exports; see Retry-After.' },
  },
  readSignedExport: {
    method: 'GET',
    path: '/api/export/signed/:path',
    access: 'signature',
    summary: 'The export, by its signed address',
    query: signature,
    response: 'archive',
    errors: { 429: 'Too many exports; see Retry-After.' },
  },
  importItems: {
    method: 'POST',
    path: '/api/import',
    access: 'session',
    summary: 'Send some items of an export; they are added when the import is completed',
    body: importBatch,
    bodyMaxBytes: IMPORT_BODY_MAX_BYTES,
    response: importedBatch,
    errors: {
      403: 'The person would have more items than one may have, or the import is too large; `error` names the limit.',
      429: 'Too many batches; see Retry-After.',
    },
  },
  completeImport: {
    method: 'POST',
    path: '/api/import/complete',
    access: 'session',
    summary:
      'Add all items of an import that the account does not have yet, or none of them; repeated, returns the same result',
    body: importEnd,
    response: v.object({ added: v.number() }),
    errors: {
      403: 'The person would have more items than one may have; `error` names the limit.',
      409: 'A batch or a photo is missing. Where a photo is missing, the import has to be sent again.',
      429: 'Too many imports; see Retry-After.',
    },
  },
});
