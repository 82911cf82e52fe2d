import { adminApi } from './admin-api.ts';

/** Sends an action on a person. Only some of them need the password of the admin. */
const calls = {
  grant: (id: string, password: string) =>
    adminApi.grantAdmin({ params: { id }, body: { password } }),
  revoke: (id: string) => adminApi.revokeAdmin({ params: { id } }),
  signOut: (id: string) => adminApi.signOutPerson({ params: { id } }),
  resend: (id: string) => adminApi.resendToPerson({ params: { id } }),
  delete: (id: string, password: string) =>
    adminApi.deletePerson({ params: { id }, body: { password } }),
};

export type PersonAction = keyof typeof calls;

export const sendAction = (action: PersonAction, id: string, password: string) =>
  calls[action](id, password);
