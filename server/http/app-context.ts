import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';

/** Hono with access to Node's own request and response. */
export type App = Hono<{ Bindings: HttpBindings }>;
export type AppContext = Context<{ Bindings: HttpBindings }>;
