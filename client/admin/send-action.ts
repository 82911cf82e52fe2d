import { api } from '#client/api-client/api.ts';

/** Sends an action on a person. Only some of them need the password of the admin. */
const calls = {
  grant: (id: string, password: string) => api.grantAdmin({ params: { id }, body: { password } }),
  revoke: (id: string) => api.revokeAdmin({ params: { id } }),
  signOut: (id: string) => api.signOutPerson({ params: { id } }),
  resend: (id: string) => api.resendToPerson({ params: { id } }),
  delete: (id: string, password: string) =>
    api.deletePerson({ params: { id }, body: { password } }),
};

export type PersonAction = keyof typeof calls;

export const sendAction = (action: PersonAction, id: string, password: string) =>
  calls[action](id, password);
