import type { Finding } from '../check.ts';
import type { Answer, SendOptions } from './send.ts';

/** The server that is checked. */
export type Server = {
  address: URL;
  /** Whether its certificate is. If not, requests are sent nevertheless, except for a sign-in. */
  isTrusted: boolean;
  /** The response to `/` in Brotli. */
  page: Answer;
  send(path: string, options?: SendOptions): Promise<Answer>;
};

/** Checks one subject from outside. Changes nothing. */
export type OutsideCheck = (server: Server) => Promise<Finding[]>;
