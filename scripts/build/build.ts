/** `npm run build`: builds the site and the server, even if nothing changed. A start then need not build them. */
// @ts-expect-error plain JavaScript, because a fresh clone runs it on any Node
import { buildServer, buildSite } from '#scripts/run/setup.mjs';

await buildSite({ again: true });
await buildServer({ again: true });
