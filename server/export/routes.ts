import type { Sessions } from '#server/auth/sessions.ts';
import { notFound } from '#server/errors.ts';
import type { Signer } from '#server/files/signature.ts';
import type { Api } from '#server/http/api.ts';
import { tokenHash } from '#server/secrets.ts';
import type { Exports } from './exports.ts';
import type { Imports } from './imports.ts';

export function exportRoutes(
  api: Api,
  {
    exports,
    imports,
    signer,
    sessions,
  }: {
    exports: Exports;
    imports: Imports;
    signer: Signer;
    sessions: Pick<Sessions, 'findHashed'>;
  },
) {
  api.handle('exportData', async ({ caller: { user }, client: { address } }) => {
    await exports.check({ userId: user.id, address });
    return exports.reply(user, address);
  });

  api.handle('signExport', async ({ caller: { user, token }, client: { address } }) => {
    await exports.check({ userId: user.id, address });
    // Names the session, with which the address ends. Never the path of a photo, whose signature must not open an export.
    const path = `${tokenHash(token)}.zip`;
    return { url: `/api/export/signed/${path}?${new URLSearchParams(await signer.sign(path))}` };
  });

  api.handle('readSignedExport', async ({ params: { path }, query, client: { address } }) => {
    if (!(await signer.verify(path, query))) throw notFound();
    const session = await sessions.findHashed(path.replace(/\.zip$/, ''));
    if (!session) throw notFound();
    const { user } = session;
    await exports.check({ userId: user.id, address });
    return exports.reply(user, address);
  });

  api.handle('importItems', ({ caller: { user }, client: { address }, body }) =>
    imports.stage({ userId: user.id, address }, body),
  );

  api.handle('completeImport', ({ caller: { user }, client: { address }, body }) =>
    imports.complete({ userId: user.id, address }, body),
  );
}
