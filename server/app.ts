import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '#shared/endpoint.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages as m } from '#shared/messages.ts';
import { peopleRoutes } from './admin/people-routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { appLinkFiles } from './app-links/routes.ts';
import { createGuards } from './auth/guard.ts';
import { authRoutes } from './auth/routes.ts';
import { clientErrorRoutes } from './client-errors/routes.ts';
import { demoOf } from './demo/demo-of.ts';
import type { Dependencies } from './dependencies.ts';
import { apiDocsPage } from './dev/api-docs-page.ts';
import { emailTemplatesPage } from './dev/email-templates-page.ts';
import { indexPage } from './dev/index-page.ts';
import { isFromThisMachine, mailboxPages } from './dev/mailbox-pages.ts';
import { badRequest, methodNotAllowed, notFound } from './errors/errors.ts';
import { exportRoutes } from './export/routes.ts';
import { filesRoutes } from './files/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { clientAddress } from './http/address.ts';
import { createApi } from './http/api.ts';
import { handleCors } from './http/cors.ts';
import { closeAfterResponse, oneRequestAtATime } from './http/incoming-request.ts';
import type { openApiDocument } from './http/openapi.ts';
import { hasValidHost, isNormalPath, pathOf } from './http/request-target.ts';
import { json, type Reply, respond, sendError } from './http/responses.ts';
import { createRouter } from './http/router.ts';
import { apiHeaders } from './http/security-headers.ts';
import { loadSite } from './http/site.ts';
import { createStatic } from './http/static.ts';
import { syncRoutes } from './sync/routes.ts';

/** Builds the whole application as a request listener. The caller opens the port. */
export function buildApp(dependencies: Dependencies, siteFolder: string) {
  const { config, log, features, health, sessions, tokens, activity } = dependencies;
  const { query } = dependencies.database;
  const router = createRouter();
  const { api, checkHandlers } = createApi(router, {
    endpoints: [kit, ...features.map(({ endpoints }) => endpoints)].flatMap<Endpoint>(
      Object.values,
    ),
    guards: createGuards(sessions, tokens, activity.add),
    config,
  });

  authRoutes(api, dependencies);
  filesRoutes(api, dependencies);
  syncRoutes(api, dependencies);
  exportRoutes(api, dependencies);
  adminRoutes(api, dependencies);
  peopleRoutes(api, dependencies);
  healthRoutes(api, dependencies);
  clientErrorRoutes(api, dependencies);
  for (const feature of features) feature.addRoutes(api);

  // Created only once, by the first request, so that it does not delay the start.
  let document: ReturnType<typeof openApiDocument> | undefined;
  let reply: Reply | undefined;
  const description = async () => {
    const { openApiDocument } = await import('./http/openapi.ts');
    document ??= openApiDocument(health.version, features);
    return document;
  };
  api.handle(kit.openapi, async () => {
    const value = await description();
    reply ??= json(200, value);
    return reply;
  });
  checkHandlers();

  appLinkFiles(router, config);
  if (config.mode === 'demo') {
    indexPage(router, query);
    mailboxPages(router, query);
    emailTemplatesPage(router, config);
    apiDocsPage(router, description, canSeeDevPages);
  }
  const site = loadSite(siteFolder, {
    publicUrl: config.publicUrl,
    demo: demoOf(config),
  });
  const { sendPage, sendNotFound } = createStatic(site, config);
  const headersOfApi = apiHeaders(config);

  const listener = oneRequestAtATime((request: IncomingMessage, response: ServerResponse) => {
    closeAfterResponse(request, response);
    const path = pathOf(request);
    // Read now: it is unknown after the client has left.
    const address = clientAddress(request, config.trustedProxies);
    const exchange = { request, response, path, address, headers: { ...headersOfApi } };
    if (!hasValidHost(request)) return sendError(exchange, badRequest(m.bodyUnreadable));
    if (!isNormalPath(path))
      return isForApi(path) ? sendError(exchange, notFound()) : sendNotFound(request, response);
    if (isForApi(path) && handleCors(exchange)) return;
    const route = (!isForDev(path) || canSeeDevPages(request)) && router.find(request.method, path);
    if (route) return respond(exchange, log, () => route.handle(exchange, route.params));
    if (!isForApi(path)) return sendPage(request, response);
    return respond(exchange, log, () => {
      const allowed = router.methodsAt(path);
      throw allowed.length > 0 ? methodNotAllowed(allowed) : notFound();
    });
  });
  return { router, listener };

  /** Tells whether a client may open the pages under /dev. Other machines need a setting that allows it. */
  function canSeeDevPages(request: IncomingMessage) {
    return config.mailboxOnNetwork || isFromThisMachine(request);
  }
}

const isForApi = (path: string) => path === '/api' || path.startsWith('/api/');
const isForDev = (path: string) => path === '/dev' || path.startsWith('/dev/');
