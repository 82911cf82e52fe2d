import { unavailable } from '#server/errors/errors.ts';
import type { Api } from '#server/http/api.ts';
import { kit } from '#shared/endpoints.ts';
import type { Health } from './health.ts';

export function healthRoutes(api: Api, { version, uptimeSeconds, isDraining, checkAll }: Health) {
  api.handle(kit.health, () => ({ status: 'ok' as const, version, uptime_s: uptimeSeconds() }));

  api.handle(kit.ready, async () => {
    if (isDraining()) throw unavailable();
    const { database, fileStore } = await checkAll();
    if (database === 'failing' || fileStore === 'failing') throw unavailable();
    return { status: 'ready' as const };
  });
}
