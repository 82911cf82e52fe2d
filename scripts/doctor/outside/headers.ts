import { createResource } from '#server/http/resource.ts';
import { apiHeaders, pageHeaders } from '#server/http/security-headers.ts';
import { kit } from '#shared/endpoints.ts';
import { type Finding, ok, problem } from '../check.ts';
import { ACCEPT_BROTLI } from './compression.ts';
import { brotliText, quote, scriptIn } from './content.ts';
import type { Answer } from './send.ts';
import type { OutsideCheck } from './server.ts';

/** Compares headers with those that the server sends, to find a proxy that drops or changes them. */
export const checkHeaders: OutsideCheck = async ({ address, page, send }) => {
  if (page.status !== 200)
    return [problem(`/ answers ${page.status}: check that the reverse proxy passes on all paths`)];
  const config = { publicUrl: address.origin };
  const cacheControl = (name: string) =>
    createResource({ name, bytes: Buffer.alloc(0) }).cacheControl;
  const script = scriptIn(brotliText(page) ?? '');
  const [api, asset] = await Promise.all([
    send(kit.health.path),
    script && send(script, { headers: ACCEPT_BROTLI }),
  ]);
  const differences = [
    ...compare('/', page, { ...pageHeaders(config), 'Cache-Control': cacheControl('index.html') }),
    // Otherwise the check of the server's health reports it.
    ...(api.status === 200
      ? compare(kit.health.path, api, { ...apiHeaders(config), 'Cache-Control': 'no-store' })
      : []),
    ...(asset ? compare(quote(script), asset, { 'Cache-Control': cacheControl('assets/') }) : []),
  ];
  return differences.length > 0
    ? differences
    : [ok('security and cache headers arrive as the server sends them')];
};

function compare(path: string, { headers }: Answer, expected: Record<string, string>): Finding[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const found = headers[name.toLowerCase()];
    if (found === value) return [];
    return found === undefined
      ? [problem(`${path} has no ${name}: let the reverse proxy pass it on`)]
      : [
          problem(
            `${path} has ${name} ${quote(found)} and not ${quote(value)}: let the reverse proxy pass on what the server sends, which is set in server/http/`,
          ),
        ];
  });
}
