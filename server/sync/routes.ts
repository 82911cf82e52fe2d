import type { Api } from '#server/http/api.ts';
import type { Changes } from './changes.ts';
import type { Streams } from './streams.ts';

export function syncRoutes(api: Api, { changes, streams }: { changes: Changes; streams: Streams }) {
  api.handle('changes', ({ caller, query }) => changes.read(caller.user.id, query.since));

  api.handle('changesStream', ({ caller: { user, token } }) =>
    streams.open({ userId: user.id, token }),
  );
}
