import * as v from 'valibot';
import { featureEndpoints } from '#features/endpoints.ts';
import { adminEndpoints } from './admin-endpoints.ts';
import {
  confirmation,
  confirmationRequest,
  credentials,
  currentPasswordBody,
  emailOnly,
  newPasswordBody,
  profile,
  registration,
  user,
} from './auth.ts';
import { clientError } from './client-errors.ts';
import { defineEndpoints } from './endpoint.ts';
import { exportEndpoints } from './export-endpoints.ts';
import { base64Upload, photoQuery, signature, uploadQuery } from './files.ts';
import { changes, changesQuery } from './sync.ts';

const nothing = v.object({});

/** Called only by links, other programs and operators. */
const otherEndpoints = defineEndpoints({
  readSignedFile: {
    method: 'GET',
    path: '/api/file/signed/:path',
    access: 'signature',
    summary: 'A photo, by its signed address',
    query: v.object({ ...photoQuery.entries, ...signature.entries }),
    response: 'image',
  },
  health: {
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'The process is alive',
    response: v.object({ status: v.literal('ok'), version: v.string(), uptime_s: v.number() }),
  },
  ready: {
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    summary: 'Database and file store can be used',
    response: v.object({ status: v.literal('ready') }),
  },
  openapi: {
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    summary: 'This description',
    response: 'document',
  },
});

/** Called by any screen of the client. */
const clientEndpoints = defineEndpoints({
  register: {
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    summary: 'Register an address and send its confirmation email',
    fallbackError: 'Registration failed',
    body: registration,
    response: nothing,
    status: 201,
    errors: { 403: 'Sign-up is closed: this is a public demo without a mail server.' },
  },
  confirm: {
    method: 'POST',
    path: '/api/auth/confirm',
    access: 'public',
    summary: 'Confirm an email address with the token from the email',
    body: confirmation,
    response: v.object({ message: v.string() }),
  },
  resendConfirmation: {
    method: 'POST',
    path: '/api/auth/resend-confirmation',
    access: 'public',
    summary: 'Send the confirmation email again',
    body: confirmationRequest,
    response: nothing,
  },
  login: {
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Sign in',
    fallbackError: 'Login failed',
    body: credentials,
    response: v.object({ token: v.string(), user }),
    errors: {
      401: 'Wrong email or password.',
      403: 'The email address is not confirmed yet.',
    },
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'session',
    summary: 'End the session',
    response: nothing,
  },
  me: {
    method: 'GET',
    path: '/api/auth/me',
    access: 'session',
    summary: 'The signed-in person',
    fallbackError: 'Failed to get user',
    response: v.object({ user }),
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'public',
    summary: 'Send an email with a link to set a new password',
    fallbackError: 'Failed to send reset email.',
    body: emailOnly,
    response: nothing,
  },
  updatePassword: {
    method: 'POST',
    path: '/api/auth/update-password',
    access: 'recovery',
    summary:
      'Set a new password with the access token from a reset link; returns the email address',
    body: newPasswordBody,
    response: v.object({ email: v.string() }),
  },
  updateProfile: {
    method: 'POST',
    path: '/api/auth/update-profile',
    access: 'session',
    summary: 'Change first and last name',
    body: profile,
    response: v.object({ user }),
  },
  deleteAccount: {
    method: 'POST',
    path: '/api/auth/delete-account',
    access: 'session',
    summary: 'Delete the account with everything it owns',
    body: currentPasswordBody,
    response: nothing,
    errors: {
      403: 'The shared account of a public demo.',
      404: 'The account is gone already.',
      409: 'The account of the last admin.',
    },
  },
  upload: {
    method: 'POST',
    path: '/api/upload',
    access: 'session',
    summary:
      'Store a photo, as base64 in JSON or as a form with a file; returns the same path for the same id',
    fallbackError: 'Upload failed',
    query: uploadQuery,
    body: base64Upload,
    multipart: true,
    response: v.object({ filePath: v.string() }),
    status: 201,
    errors: {
      403: 'The person has reached the storage limit for photos; `error` names it.',
      429: 'The person has too many uploads under way; see Retry-After.',
    },
  },
  readFile: {
    method: 'GET',
    path: '/api/file/files/:path',
    access: 'session',
    summary: 'A photo, or a smaller WebP version of it',
    query: photoQuery,
    response: 'image',
  },
  signFile: {
    method: 'GET',
    path: '/api/file/url/:path',
    access: 'session',
    summary: 'An address of a photo that works for five minutes without a session',
    query: photoQuery,
    response: v.object({ url: v.string() }),
  },
  deleteFile: {
    method: 'DELETE',
    path: '/api/file/files/:path',
    access: 'session',
    summary: 'Delete a photo and remove it from items that use it',
    response: nothing,
  },
  changes: {
    method: 'GET',
    path: '/api/changes',
    access: 'session',
    summary: 'What changed in the data of the signed-in person after a number, by entity',
    query: changesQuery,
    response: changes,
  },
  changesStream: {
    method: 'GET',
    path: '/api/changes/stream',
    access: 'session',
    summary: 'Server-sent events with the number of the latest change, until the session ends',
    response: 'events',
    errors: { 429: 'The person has too many streams open; see Retry-After.' },
  },
  reportClientError: {
    method: 'POST',
    path: '/api/client-errors',
    access: 'public',
    summary: 'Report an error that occurred in a browser or in the native app',
    body: clientError,
    response: nothing,
    errors: { 429: 'Too many reports from one address; see Retry-After.' },
  },
});

/** The endpoints of the kit. */
export const kit = {
  ...adminEndpoints,
  ...clientEndpoints,
  ...exportEndpoints,
  ...otherEndpoints,
};

/** The endpoints that every page loads. Admin and export endpoints are loaded with the code that calls them. */
export const endpoints = { ...clientEndpoints, ...featureEndpoints };
