import type { GenericSchema } from 'valibot';
import * as v from 'valibot';
import { adminStatus } from './admin.ts';
import {
  confirmation,
  credentials,
  emailOnly,
  passwordOnly,
  passwordProof,
  profile,
  registration,
  user,
} from './auth.ts';
import { base64Upload, photoQuery, signature } from './files.ts';
import { newNote, note, noteChange } from './notes.ts';

/**
 * public: anyone. session: a signed-in person. admin: a signed-in admin.
 * recovery: the holder of a reset link. signature: the holder of a signed address.
 */
export type Access = 'public' | 'session' | 'admin' | 'recovery' | 'signature';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{name}` stands for one path segment. */
  path: `/api/${string}`;
  access: Access;
  summary: string;
  body?: GenericSchema;
  query?: GenericSchema;
  /** Beside `success: true`; 'image' stands for the bytes of a picture, 'document' for any other JSON. */
  answer: GenericSchema | 'image' | 'document';
  /** When it is not 200. */
  status?: 201;
  /** A file instead of JSON may be sent, as the field `file` of a form. */
  multipart?: true;
  /** Statuses of refusals that do not follow from access, path and body, each with when it is answered. */
  refusals?: Readonly<Record<number, string>>;
};

const nothing = v.object({});
const oneNote = v.object({ note });

export const endpoints = {
  register: {
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    summary: 'Register an address and send its confirmation email',
    body: registration,
    answer: nothing,
    status: 201,
    refusals: { 403: 'Sign-up is closed: this is a public demo without a mail server.' },
  },
  confirm: {
    method: 'POST',
    path: '/api/auth/confirm',
    access: 'public',
    summary: 'Confirm an e-mail address with the token of the letter',
    body: confirmation,
    answer: v.object({ message: v.string() }),
  },
  resendConfirmation: {
    method: 'POST',
    path: '/api/auth/resend-confirmation',
    access: 'public',
    summary: 'Send the confirmation letter again',
    body: emailOnly,
    answer: nothing,
  },
  login: {
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Sign in',
    body: credentials,
    answer: v.object({ token: v.string(), user }),
    refusals: {
      401: 'Wrong email or password.',
      403: 'The email address is not confirmed yet.',
    },
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'session',
    summary: 'End the session',
    answer: nothing,
  },
  me: {
    method: 'GET',
    path: '/api/auth/me',
    access: 'session',
    summary: 'The signed-in person',
    answer: v.object({ user }),
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'public',
    summary: 'Send a letter with a link to set a new password',
    body: emailOnly,
    answer: nothing,
  },
  updatePassword: {
    method: 'POST',
    path: '/api/auth/update-password',
    access: 'recovery',
    summary: 'Set a new password with the access token of a reset link; answers whose it is',
    body: passwordOnly,
    answer: v.object({ email: v.string() }),
  },
  updateProfile: {
    method: 'POST',
    path: '/api/auth/update-profile',
    access: 'session',
    summary: 'Change first and last name',
    body: profile,
    answer: v.object({ user }),
  },
  deleteAccount: {
    method: 'POST',
    path: '/api/auth/delete-account',
    access: 'session',
    summary: 'Delete the account with its notes and photos',
    body: passwordProof,
    answer: nothing,
    refusals: {
      404: 'The account is gone already.',
    },
  },
  listNotes: {
    method: 'GET',
    path: '/api/notes',
    access: 'session',
    summary: 'The notes of the signed-in person, newest first',
    answer: v.object({ notes: v.array(note) }),
  },
  createNote: {
    method: 'POST',
    path: '/api/notes',
    access: 'session',
    summary: 'Create a note; the same id again answers the note that exists',
    body: newNote,
    answer: oneNote,
    status: 201,
    refusals: {
      403: 'The person has as many notes as one may have; `error` names the limit.',
      404: 'The id belongs to a note of somebody else.',
    },
  },
  updateNote: {
    method: 'PUT',
    path: '/api/notes/{id}',
    access: 'session',
    summary: 'Change a note; an outdated version is answered with 409 and the current note',
    body: noteChange,
    answer: oneNote,
    refusals: {
      409: 'The note was changed in the meantime; `note` is the current one.',
    },
  },
  deleteNote: {
    method: 'DELETE',
    path: '/api/notes/{id}',
    access: 'session',
    summary: 'Delete a note and its photo',
    answer: nothing,
  },
  upload: {
    method: 'POST',
    path: '/api/upload',
    access: 'session',
    summary: 'Store a photo, as base64 in JSON or as a form with a file',
    body: base64Upload,
    multipart: true,
    answer: v.object({ filePath: v.string() }),
    status: 201,
    refusals: {
      403: 'The person has stored as many bytes of photos as one may; `error` names the limit.',
      429: 'The person has too many uploads under way; see Retry-After.',
    },
  },
  readFile: {
    method: 'GET',
    path: '/api/file/files/{path}',
    access: 'session',
    summary: 'A photo, or a WebP of it in a smaller width',
    query: photoQuery,
    answer: 'image',
  },
  signFile: {
    method: 'GET',
    path: '/api/file/url/{path}',
    access: 'session',
    summary: 'An address of a photo that works for five minutes without a session',
    query: photoQuery,
    answer: v.object({ url: v.string() }),
  },
  readSignedFile: {
    method: 'GET',
    path: '/api/file/signed/{path}',
    access: 'signature',
    summary: 'A photo, by its signed address',
    query: v.object({ ...photoQuery.entries, ...signature.entries }),
    answer: 'image',
  },
  deleteFile: {
    method: 'DELETE',
    path: '/api/file/files/{path}',
    access: 'session',
    summary: 'Delete a photo; notes that showed it then have none',
    answer: nothing,
  },
  adminStatus: {
    method: 'GET',
    path: '/api/admin/status',
    access: 'admin',
    summary: 'What the admin dashboard shows',
    answer: adminStatus,
  },
  health: {
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'The process is alive',
    answer: v.object({ status: v.literal('ok'), version: v.string(), uptime_s: v.number() }),
  },
  ready: {
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    summary: 'Database and file store answer',
    answer: v.object({ status: v.literal('ready') }),
  },
  openapi: {
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    summary: 'This description',
    answer: 'document',
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
