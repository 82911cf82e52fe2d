import type { Dependencies } from '#server/dependencies.ts';
import { unavailable } from '#server/errors/errors.ts';
import type { Api } from '#server/http/api.ts';
import { kit } from '#shared/endpoints.ts';

export function healthRoutes(api: Api, { health }: Dependencies) {
  api.handle(kit.health, () => ({
    status: 'ok' as const,
    version: health.version,
    uptime_s: health.uptimeSeconds(),
  }));

  api.handle(kit.ready, async () => {
    if (health.isDraining()) throw unavailable();
    const { database, fileStore } = await health.checkAll();
    if (database === 'failing' || fileStore === 'failing') throw unavailable();
    return { status: 'ready' as const };
  });
}
