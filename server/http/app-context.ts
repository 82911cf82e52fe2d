import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';

/** A Hono app with access to Node's request and response. */
export type App = Hono<{ Bindings: HttpBindings }>;
export type AppContext = Context<{ Bindings: HttpBindings }>;
