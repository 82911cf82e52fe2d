import { app as brand } from '#app';
import type { Config } from '#server/config.ts';
import type { App } from '#server/http/app-context.ts';
import { EMAIL_LINK_PATHS } from '#shared/constants.ts';

/**
 * Serves the files from which a phone learns that links to this host belong to the native app. Each exists only if its
 * setting is set.
 */
export function appLinkFiles(app: App, { androidCerts, appleTeamId }: Config) {
  if (androidCerts) {
    app.get('/.well-known/assetlinks.json', (c) => {
      c.header('Cache-Control', CACHE_CONTROL);
      return c.json([
        {
          relation: ['delegate_permission/common.handle_all_urls'],
          target: {
            namespace: 'android_app',
            package_name: brand.id,
            sha256_cert_fingerprints: androidCerts,
          },
        },
      ]);
    });
  }

  if (appleTeamId) {
    app.get('/.well-known/apple-app-site-association', (c) => {
      c.header('Cache-Control', CACHE_CONTROL);
      return c.json({
        applinks: {
          details: [
            {
              appIDs: [`${appleTeamId}.${brand.id}`],
              components: EMAIL_LINK_PATHS.map((path) => ({ '/': path })),
            },
          ],
        },
      });
    });
  }
}

const CACHE_CONTROL = 'public, max-age=3600';
