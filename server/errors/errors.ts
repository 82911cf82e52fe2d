import { exportErrors } from '#shared/export-messages.ts';
import { apiMessages as m } from '#shared/messages.ts';
import type { FieldErrors } from '#shared/validate.ts';

/** An error whose status and message are sent to the client. Any other error becomes a 500. */
export class HttpError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 429 | 503;
  /** Further fields of the response body: invalid fields, or the current state after a conflict. */
  readonly details: { fields?: FieldErrors } & Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: HttpError['status'],
    message: string,
    {
      details = {},
      headers = {},
      cause,
    }: Partial<Pick<HttpError, 'details' | 'headers' | 'cause'>> = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.details = details;
    this.headers = headers;
  }
}

export const badRequest = (message: string) => new HttpError(400, message);

export const badFields = (fields: FieldErrors) =>
  new HttpError(400, Object.values(fields)[0] ?? m.bodyUnreadable, { details: { fields } });

export const sessionEnded = () => new HttpError(401, m.sessionExpired);

export const wrongCredentials = () => new HttpError(401, m.invalidCredentials);

export const invalidResetLink = () => new HttpError(401, m.invalidResetLink);

export const emailNotConfirmed = () => new HttpError(403, m.emailNotConfirmed);

export const signUpClosed = () => new HttpError(403, m.signUpClosed);

export const notAllowed = () => new HttpError(403, m.notAllowed);

export const lastAdmin = () => new HttpError(409, m.lastAdmin);

export const ownAccount = () => new HttpError(409, m.ownAccount);

export const alreadyConfirmed = () => new HttpError(409, m.alreadyConfirmed);

/** Reports that a limit per user is reached. The message names the limit. */
export const limitReached = (message: string) => new HttpError(403, message);

/** Reports that an item cannot be deleted, because others refer to it. The message says which. */
export const inUse = (message: string) => new HttpError(403, message);

export const notFound = () => new HttpError(404, m.notFound);

export const methodNotAllowed = (allowed: string[]) =>
  new HttpError(405, m.methodNotAllowed, { headers: { Allow: allowed.join(', ') } });

/** Reports that the body took too long. The rest is not read, so the connection cannot be reused. */
export const bodyTooSlow = () =>
  new HttpError(408, m.bodyTooSlow, { headers: { Connection: 'close' } });

/** Reports that the item was changed in the meantime. `current` is what the endpoint declares as its `conflict`. */
export const conflict = (message: string, current: Record<string, unknown>) =>
  new HttpError(409, message, { details: current });

export const tooLarge = (message: string) => new HttpError(413, message);

export const wrongType = (message: string) => new HttpError(415, message);

export const tooMany = (retryAfterSeconds: number) =>
  new HttpError(429, m.tooManyRequests, { headers: { 'Retry-After': String(retryAfterSeconds) } });

export const tooManyUploads = (most: number) =>
  new HttpError(429, m.uploadsAtOnce(most), { headers: { 'Retry-After': '5' } });

export const tooManyStreams = (most: number) =>
  new HttpError(429, m.streamsAtOnce(most), { headers: { 'Retry-After': '60' } });

export const tooManyExports = (most: number) =>
  new HttpError(429, exportErrors.exportsAtOnce(most), { headers: { 'Retry-After': '30' } });

/** Reports that the database, the disk or the file store failed. The cause is logged, not sent. */
export const unavailable = (cause?: unknown) =>
  new HttpError(503, m.unavailable, { headers: { 'Retry-After': '5' }, cause });

export const demoFull = () => new HttpError(503, m.demoFull, { headers: { 'Retry-After': '600' } });

export const photosBusy = () =>
  new HttpError(503, m.photosBusy, { headers: { 'Retry-After': '5' } });
