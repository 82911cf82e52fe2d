import { app as brand } from '#app';
import type { Config } from '#server/config.ts';
import { json } from '#server/http/responses.ts';
import type { Router } from '#server/http/router.ts';
import { appLinkPaths } from '#shared/paths.ts';

/**
 * Serves the files that tell a phone that links to this host belong to the native app. Each exists only if its setting
 * is set.
 */
export function appLinkFiles(router: Router, { androidCerts, appleTeamId }: Config) {
  const serve = (path: string, content: object) =>
    router.add('GET', path, () => json(200, content, { 'Cache-Control': 'public, max-age=3600' }));

  if (androidCerts) {
    const target = {
      namespace: 'android_app',
      package_name: brand.id,
      sha256_cert_fingerprints: androidCerts,
    };
    const relation = ['delegate_permission/common.handle_all_urls'];
    serve('/.well-known/assetlinks.json', [{ relation, target }]);
  }

  if (appleTeamId) {
    const appIDs = [`${appleTeamId}.${brand.id}`];
    const components = appLinkPaths().map((path) => ({ '/': path.replace(/:\w+/g, '?*') }));
    const applinks = { details: [{ appIDs, components }] };
    serve('/.well-known/apple-app-site-association', { applinks });
  }
}
