import * as v from 'valibot';
import {
  adminStatus,
  auditEntry,
  auditQuery,
  dayOfActivity,
  failedEmail,
  failedEmailsQuery,
  peopleQuery,
  person,
} from './admin.ts';
import { currentPasswordBody } from './auth.ts';
import { ACTIVITY_DAYS } from './constants.ts';
import { defineEndpoints } from './endpoint.ts';

/** Returns an endpoint that does something to a person or an email. */
const action = <Path extends string>(
  path: Path,
  summary: string,
  errors: Record<number, string> = {},
) => ({
  method: 'POST' as const,
  path: `/api/admin/${path}` as const,
  access: 'admin' as const,
  summary,
  response: v.object({}),
  errors: { 429: 'Too many attempts; see Retry-After.', ...errors },
});

/** The endpoints of the admin screens. None returns the content that users store. */
export const adminEndpoints = defineEndpoints({
  adminStatus: {
    method: 'GET',
    path: '/api/admin/status',
    access: 'admin',
    summary: 'What the admin dashboard shows',
    response: adminStatus,
  },
  listPeople: {
    method: 'GET',
    path: '/api/admin/people',
    access: 'admin',
    summary:
      'A page of the people, newest first; one with a search may be short and still have a next one',
    query: peopleQuery,
    response: v.object({ people: v.array(person), next: v.nullable(v.string()) }),
  },
  listActivity: {
    method: 'GET',
    path: '/api/admin/activity',
    access: 'admin',
    summary: `Sign-ups and active people of each of the last ${ACTIVITY_DAYS} days`,
    response: v.object({ days: v.array(dayOfActivity) }),
  },
  grantAdmin: {
    ...action(
      'people/:id/grant-admin',
      'Make someone an admin; requires the admin’s password again',
    ),
    body: currentPasswordBody,
  },
  revokeAdmin: action('people/:id/revoke-admin', 'Remove the admin rights of someone else', {
    409: 'The account of the caller, or the last admin.',
  }),
  signOutPerson: action('people/:id/sign-out', 'End all sessions of a person'),
  resendToPerson: action(
    'people/:id/resend-confirmation',
    'Send the confirmation email of a sign-up again',
    { 409: 'The address is already confirmed.' },
  ),
  deletePerson: {
    ...action(
      'people/:id/delete',
      'Delete the account of someone else with everything it owns; requires the admin’s password again',
      { 409: 'The account of the caller, or the last admin.' },
    ),
    body: currentPasswordBody,
  },
  listFailedEmails: {
    method: 'GET',
    path: '/api/admin/emails',
    access: 'admin',
    summary:
      'A page of the emails whose delivery was given up, latest first, without their content',
    query: failedEmailsQuery,
    response: v.object({ emails: v.array(failedEmail), next: v.nullable(v.string()) }),
  },
  sendEmailAgain: action(
    'emails/:id/send-again',
    'Queue an email again whose delivery was given up',
  ),
  listAudit: {
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'A page of what admins did to people, newest first',
    query: auditQuery,
    response: v.object({ entries: v.array(auditEntry), next: v.nullable(v.string()) }),
  },
});
