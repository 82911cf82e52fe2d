import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { kitEndpoints } from '#shared/endpoints.ts';
import { apiMessages as m } from '#shared/messages.ts';
import { adminRoutes } from './admin/routes.ts';
import { appLinkFiles } from './app-links/routes.ts';
import { createGuards } from './auth/guard.ts';
import { authRoutes } from './auth/routes.ts';
import { clientErrorRoutes } from './client-errors/routes.ts';
import { isDemoAccount } from './demo/accounts.ts';
import type { Dependencies } from './dependencies.ts';
import { apiDocsPage } from './dev/api-docs-page.ts';
import { mailboxPages } from './dev/mailbox-pages.ts';
import { badRequest, notFound } from './errors.ts';
import { filesRoutes } from './files/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { createApi } from './http/api.ts';
import { handleCors } from './http/cors.ts';
import { closeAfterResponse, limitPipelining } from './http/incoming-request.ts';
import { countHeaders, isNormalPath, pathOf } from './http/request-target.ts';
import { respondToError, sendError } from './http/responses.ts';
import { apiHeaders } from './http/security-headers.ts';
import { loadSite } from './http/site.ts';
import { createStatic } from './http/static.ts';
import { syncRoutes } from './sync/routes.ts';

/** Builds the whole application as one listener, apart from the process that listens. */
export function buildApp(dependencies: Dependencies, siteFolder: string) {
  const { config, log, database, blobs, features, files, health, sync, wakeSweeper } = dependencies;
  const { accounts, pending, sessions, tokens } = dependencies;
  const { query } = database;
  const app = new Hono<{ Bindings: HttpBindings }>();
  const { api, checkHandlers, handleUnmatched } = createApi(app, {
    endpoints: Object.assign({}, kitEndpoints, ...features.map(({ endpoints }) => endpoints)),
    guards: createGuards(sessions, tokens),
    log,
    config,
  });

  authRoutes(api, {
    query,
    accounts,
    pending,
    sessions,
    limiters: dependencies.authLimiters,
    emailLimits: dependencies.emailLimits,
    signUpOpen: config.signUpOpen,
    // As with rate limits: a demo on this machine is for trying things out.
    acceptsCommonPasswords: config.mode === 'demo',
    isShared: async (userId) =>
      config.mode === 'public-demo' && (await isDemoAccount(query, userId)),
    wakeSweeper,
    onSessionsEnded: (userId) => void sync.streams.recheck(userId),
  });
  filesRoutes(api, { files, signer: dependencies.signer, wakeSweeper });
  syncRoutes(api, sync);
  adminRoutes(api, { config, database, blobs, health, features });
  healthRoutes(api, health);
  clientErrorRoutes(api, { config, createCounter: dependencies.createCounter, log });
  for (const feature of features) feature.addRoutes(api);

  // Created on the first request, so that it does not delay the start.
  const description = async () =>
    (await import('./http/openapi.ts')).openApiDocument(health.version, features);
  api.handle('openapi', description);
  checkHandlers();

  appLinkFiles(app, config);
  if (config.mode === 'demo') {
    mailboxPages(app, query, config);
    apiDocsPage(app, description);
  }
  const { sendPage, sendNotFound } = createStatic(loadSite(siteFolder, config.publicUrl), config);
  // No handlers of their own: a request that matches only one handler skips Hono's middleware chain.
  app.notFound((c) => {
    if (isForApi(c.req.path)) return handleUnmatched(c);
    sendPage(c.env.incoming, c.env.outgoing);
    return RESPONSE_ALREADY_SENT;
  });

  app.onError((error) => respondToError(error, log));
  const handleApp = getRequestListener(app.fetch, {
    errorHandler: (error) => respondToError(error, log),
    // For requests of HTTP/1.0 without a host, such as health checks of a proxy.
    hostname: new URL(config.publicUrl).hostname,
  });
  const headersOfApi = Object.entries(apiHeaders(config));
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (!limitPipelining(request, response)) return;
    closeAfterResponse(request, response);
    const path = pathOf(request);
    if (isForApp(path)) for (const [name, value] of headersOfApi) response.setHeader(name, value);
    if (countHeaders(request, 'host') > 1) return sendError(response, badRequest(m.bodyUnreadable));
    if (!isNormalPath(path))
      return isForApi(path) ? sendError(response, notFound()) : sendNotFound(request, response);
    if (!isForApp(path)) return sendPage(request, response);
    if (isForApi(path) && handleCors(request, response)) return;
    return handleApp(request, response);
  };
  return { app, listener };

  function isForApp(path: string) {
    return (
      isForApi(path) ||
      path.startsWith('/.well-known/') ||
      (config.mode === 'demo' && path.startsWith('/dev/'))
    );
  }
}

const isForApi = (path: string) => path === '/api' || path.startsWith('/api/');
