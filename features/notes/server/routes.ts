import { notFound } from '#server/errors.ts';
import type { Api } from '#server/http/api.ts';
import { listResponse } from '#server/http/paged-response.ts';
import { isUuid } from '#server/uuid.ts';
import type { noteEndpoints } from '../contract.ts';
import type { Notes } from './store.ts';

export function notesRoutes(api: Api<typeof noteEndpoints>, notes: Notes) {
  api.handle('listNotes', ({ caller: { user, seq }, query }) =>
    listResponse('notes', query, (last) => notes.page(user.id, last), { seq }),
  );

  api.handle('createNote', ({ caller, body }) => notes.create(caller.user.id, body));

  api.handle('updateNote', ({ caller, params, body }) =>
    notes.update(caller.user.id, noteId(params.id), body),
  );

  api.handle('deleteNote', async ({ caller, params, query }) => {
    await notes.remove(caller.user.id, noteId(params.id), query);
    return {};
  });

  api.handle('restoreNote', ({ caller, params, query }) =>
    notes.restore(caller.user.id, noteId(params.id), query.deletion),
  );
}

function noteId(id: string) {
  if (!isUuid(id)) throw notFound();
  return id.toLowerCase();
}
