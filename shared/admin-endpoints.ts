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

const nothing = v.object({});
const tooMany = { 429: 'Too many attempts; see Retry-After.' };

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
    method: 'POST',
    path: '/api/admin/people/:id/grant-admin',
    access: 'admin',
    summary: 'Make someone an admin; requires the admin’s password again',
    body: currentPasswordBody,
    response: nothing,
    errors: tooMany,
  },
  revokeAdmin: {
    method: 'POST',
    path: '/api/admin/people/:id/revoke-admin',
    access: 'admin',
    summary: 'Remove the admin rights of someone else',
    response: nothing,
    errors: { ...tooMany, 409: 'The account of the caller, or the last admin.' },
  },
  signOutPerson: {
    method: 'POST',
    path: '/api/admin/people/:id/sign-out',
    access: 'admin',
    summary: 'End all sessions of a person',
    response: nothing,
    errors: tooMany,
  },
  resendToPerson: {
    method: 'POST',
    path: '/api/admin/people/:id/resend-confirmation',
    access: 'admin',
    summary: 'Send the confirmation email of a sign-up again',
    response: nothing,
    errors: { ...tooMany, 409: 'The address is already confirmed.' },
  },
  deletePerson: {
    method: 'POST',
    path: '/api/admin/people/:id/delete',
    access: 'admin',
    summary:
      'Delete the account of someone else with everything it owns; requires the admin’s password again',
    body: currentPasswordBody,
    response: nothing,
    errors: { ...tooMany, 409: 'The account of the caller, or the last admin.' },
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
  sendEmailAgain: {
    method: 'POST',
    path: '/api/admin/emails/:id/send-again',
    access: 'admin',
    summary: 'Queue an email again whose delivery was given up',
    response: nothing,
    errors: tooMany,
  },
  listAudit: {
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'A page of what admins did to people, newest first',
    query: auditQuery,
    response: v.object({ entries: v.array(auditEntry), next: v.nullable(v.string()) }),
  },
});
