import type { FieldErrors } from '#shared/validate.ts';

type Details = Pick<ApiError, 'error' | 'status'> &
  Partial<Pick<ApiError, 'fields' | 'isAuthError' | 'isFromApi' | 'conflict'>>;

/** Describes a failed call. The functions of `api` return it, queries throw it. */
export class ApiError extends Error {
  // `declare`, because class fields would be compiled to helper calls for older browsers.
  declare readonly success: false;
  /** The text to show to the user. */
  declare readonly error: string;
  /** 0 when no response arrived. */
  declare readonly status: number;
  /** Field → message, when the server rejected a form. */
  declare readonly fields: FieldErrors | undefined;
  /** The session has ended. The session module handles that: the caller stops and shows nothing. */
  declare readonly isAuthError: boolean | undefined;
  /** False if the response is not from the API, for example if a proxy answered. */
  declare readonly isFromApi: boolean | undefined;
  /** The current state of what a call wanted to change, from a 409 response. */
  declare readonly conflict: unknown;

  constructor(details: Details, message = details.error) {
    super(message);
    this.name = 'ApiError';
    Object.assign(this, { success: false }, details);
  }
}
