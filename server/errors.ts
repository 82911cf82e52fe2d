import { apiMessages as m } from '#shared/messages.ts';
import type { Fields } from '#shared/validate.ts';

/** A request that gets a clear sentence instead of what it asked for. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 429 | 503;
  /** Sent beside `error`: the wrong fields, or the current state of what has changed meanwhile. */
  readonly details: { fields?: Fields } & Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: Refusal['status'],
    sentence: string,
    {
      details = {},
      headers = {},
      cause,
    }: Partial<Pick<Refusal, 'details' | 'headers' | 'cause'>> = {},
  ) {
    super(sentence, { cause });
    this.status = status;
    this.details = details;
    this.headers = headers;
  }
}

export const badRequest = (sentence: string) => new Refusal(400, sentence);

export const badFields = (fields: Fields) =>
  new Refusal(400, Object.values(fields)[0] ?? m.bodyUnreadable, { details: { fields } });

export const sessionEnded = () => new Refusal(401, m.sessionExpired);

export const wrongCredentials = () => new Refusal(401, m.invalidCredentials);

export const invalidResetLink = () => new Refusal(401, m.invalidResetLink);

export const emailNotConfirmed = () => new Refusal(403, m.emailNotConfirmed);

export const signUpClosed = () => new Refusal(403, m.signUpClosed);

export const notAllowed = () => new Refusal(403, m.notAllowed);

/** Over a limit of what one person may use; the sentence names the limit. */
export const limitReached = (sentence: string) => new Refusal(403, sentence);

export const notFound = () => new Refusal(404, m.notFound);

export const methodNotAllowed = (allowed: string[]) =>
  new Refusal(405, m.methodNotAllowed, { headers: { Allow: allowed.join(', ') } });

/** The rest of the body is not waited for, so the connection cannot be used again. */
export const bodyTooSlow = () =>
  new Refusal(408, m.bodyTooSlow, { headers: { Connection: 'close' } });

/** `current` is what the endpoint declares as its `conflict`. */
export const conflict = (message: string, current: Record<string, unknown>) =>
  new Refusal(409, message, { details: current });

export const tooLarge = (sentence: string) => new Refusal(413, sentence);

export const wrongType = (sentence: string) => new Refusal(415, sentence);

export const tooMany = (retryAfterSeconds: number) =>
  new Refusal(429, m.tooManyRequests, { headers: { 'Retry-After': String(retryAfterSeconds) } });

export const tooManyUploads = (most: number) =>
  new Refusal(429, m.uploadsAtOnce(most), { headers: { 'Retry-After': '5' } });

/** The cause is for the log; people get the sentence alone. */
export const unavailable = (cause?: unknown) =>
  new Refusal(503, m.unavailable, { headers: { 'Retry-After': '5' }, cause });

export const photosBusy = () => new Refusal(503, m.photosBusy, { headers: { 'Retry-After': '5' } });
