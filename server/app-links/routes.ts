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
  if (androidCerts) {
    router.add('GET', '/.well-known/assetlinks.json', () =>
      json(
        200,
        [
          {
            relation: ['delegate_permission/common.handle_all_urls'],
            target: {
              namespace: 'android_app',
              package_name: brand.id,
              sha256_cert_fingerprints: androidCerts,
            },
          },
        ],
        CACHING,
      ),
    );
  }

  if (appleTeamId) {
    router.add('GET', '/.well-known/apple-app-site-association', () =>
      json(
        200,
        {
          applinks: {
            details: [
              {
                appIDs: [`${appleTeamId}.${brand.id}`],
                components: appLinkPaths().map((path) => ({ '/': path.replace(/:\w+/g, '?*') })),
              },
            ],
          },
        },
        CACHING,
      ),
    );
  }
}

const CACHING = { 'Cache-Control': 'public, max-age=3600' };
