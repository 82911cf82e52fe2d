import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { notesRoutes } from '#features/notes/server/routes.ts';
import type { Notes } from '#features/notes/server/store.ts';
import { apiMessages as m } from '#shared/messages.ts';
import { adminRoutes } from './admin/routes.ts';
import { appLinkFiles } from './app-links/routes.ts';
import type { EmailLimits } from './auth/email-limits.ts';
import { createGuards } from './auth/guard.ts';
import { createAuthLimiters } from './auth/limits.ts';
import type { PendingRegistrations } from './auth/pending-registrations.ts';
import { authRoutes } from './auth/routes.ts';
import type { Sessions } from './auth/sessions.ts';
import type { Accounts } from './auth/store.ts';
import type { AccountTokens } from './auth/tokens.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { apiDocsPage } from './dev/api-docs-page.ts';
import { mailboxPages } from './dev/mailbox-pages.ts';
import { badRequest, notFound } from './errors.ts';
import type { Blobs } from './files/blobs.ts';
import { filesRoutes } from './files/routes.ts';
import { createSigner } from './files/signature.ts';
import type { Files } from './files/store.ts';
import { createHealth } from './health/health.ts';
import { healthRoutes } from './health/routes.ts';
import { answerToBrokenRequest, sendRefusal } from './http/answers.ts';
import { createApi } from './http/api.ts';
import { answerCors } from './http/cors.ts';
import { closeAfterAnswer } from './http/incoming-request.ts';
import { hasSeveralHosts, isNormalPath, pathOf } from './http/request-target.ts';
import { loadSite } from './http/site.ts';
import { createStatic } from './http/static.ts';
import type { Log } from './log.ts';

export type Parts = {
  config: Config;
  log: Log;
  database: Database;
  blobs: Blobs;
  accounts: Accounts;
  pending: PendingRegistrations;
  sessions: Sessions;
  tokens: AccountTokens;
  emailLimits: EmailLimits;
  notes: Notes;
  files: Files;
  wakeSweeper(): void;
  /** The folder of the built site. */
  site: string;
};

/** The whole application as one listener, apart from the process that listens. */
export function buildApp(parts: Parts) {
  const { config, log, database, blobs, accounts, pending, sessions, tokens } = parts;
  const { emailLimits, notes, files, wakeSweeper } = parts;
  const { query } = database;
  const app = new Hono<{ Bindings: HttpBindings }>();
  const api = createApi(app, { guards: createGuards(sessions, tokens), log, config });
  const health = createHealth(database, blobs);

  authRoutes(api, {
    query,
    accounts,
    pending,
    sessions,
    limiters: createAuthLimiters(config),
    emailLimits,
    signUpOpen: config.signUpOpen,
    wakeSweeper,
  });
  notesRoutes(api, { notes, wakeSweeper });
  filesRoutes(api, { files, signer: createSigner(query), wakeSweeper });
  adminRoutes(api, { config, database, blobs, health });
  healthRoutes(api, health);

  // Described when first asked: the start need not wait for it.
  const description = async () =>
    (await import('./http/openapi.ts')).openApiDocument(health.version);
  api.handle('openapi', description);

  appLinkFiles(app, config);
  if (config.mode === 'demo') {
    mailboxPages(app, query, config);
    apiDocsPage(app, description);
  }
  const { answerPage, answerNotFound } = createStatic(
    loadSite(parts.site, config.publicUrl),
    config,
  );
  // Not as a handler of its own: a request that matches one handler only skips Hono's middleware chain.
  app.notFound((c) => {
    if (isForApi(c.req.path)) return api.handleUnmatched(c);
    answerPage(c.env.incoming, c.env.outgoing);
    return RESPONSE_ALREADY_SENT;
  });

  const answerApp = getRequestListener(app.fetch, { errorHandler: answerToBrokenRequest });
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    closeAfterAnswer(request, response);
    const path = pathOf(request);
    if (hasSeveralHosts(request)) return sendRefusal(response, badRequest(m.bodyUnreadable));
    if (!isNormalPath(path))
      return isForApi(path) ? sendRefusal(response, notFound()) : answerNotFound(request, response);
    if (!isForApp(path)) return answerPage(request, response);
    if (isForApi(path) && answerCors(request, response)) return;
    return answerApp(request, response);
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
