import type { Dependencies } from '#server/dependencies.ts';
import type { Api } from '#server/http/api.ts';
import { kit } from '#shared/endpoints.ts';

export function syncRoutes(api: Api, { sync: { changes, streams } }: Dependencies) {
  api.handle(kit.changes, ({ caller, query }) => changes.read(caller.user.id, query.since));

  api.handle(kit.changesStream, ({ caller: { user, token } }) =>
    streams.open({ userId: user.id, token }),
  );
}
