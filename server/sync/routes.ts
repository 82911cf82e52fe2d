import type { Api } from '#server/http/api.ts';
import { kit } from '#shared/endpoints.ts';
import type { Changes } from './changes.ts';
import type { Streams } from './streams.ts';

export function syncRoutes(api: Api, { changes, streams }: { changes: Changes; streams: Streams }) {
  api.handle(kit.changes, ({ caller, query }) => changes.read(caller.user.id, query.since));

  api.handle(kit.changesStream, ({ caller: { user, token } }) =>
    streams.open({ userId: user.id, token }),
  );
}
