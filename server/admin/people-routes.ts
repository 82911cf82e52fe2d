import type { Dependencies } from '#server/dependencies.ts';
import { tooMany } from '#server/errors/errors.ts';
import type { Api } from '#server/http/api.ts';
import { readFailedEmails } from '#server/mail/outbox.ts';
import type { User } from '#shared/auth.ts';
import { kit } from '#shared/endpoints.ts';
import { readAuditLog } from './audit-log.ts';
import { createPeople } from './people.ts';
import { createPeopleActions } from './people-actions.ts';

/** How long an address with too many confirmation emails must wait for the next one. */
const RETRY_AFTER_SECONDS = 60 * 60;

type Action = (typeof kit)[
  | 'grantAdmin'
  | 'revokeAdmin'
  | 'signOutPerson'
  | 'resendToPerson'
  | 'deletePerson'
  | 'sendEmailAgain'];

export function peopleRoutes(api: Api, dependencies: Dependencies) {
  const { database, features, activity, pending, sync, wakeSweeper } = dependencies;
  const { authLimiters, emailLimits, checkPassword } = dependencies;
  const { query } = database;
  const people = createPeople(database, features, activity);
  const actions = createPeopleActions(database);

  api.handle(kit.listPeople, ({ query }) => people.list(query));
  api.handle(kit.listActivity, async () => ({ days: await activity.history() }));
  api.handle(kit.listFailedEmails, ({ query: { before } }) => readFailedEmails(query, before));
  api.handle(kit.listAudit, ({ query: { before } }) => readAuditLog(query, before));

  handleAction(kit.grantAdmin, actions.grantAdmin);
  handleAction(kit.revokeAdmin, actions.revokeAdmin);
  handleAction(kit.sendEmailAgain, actions.sendEmailAgain);

  handleAction(kit.signOutPerson, async (admin, id) => {
    await actions.signOut(admin, id);
    void sync.streams.recheck(id);
  });

  handleAction(kit.resendToPerson, async (admin, id, address) => {
    const registration = await pending.findById(id);
    // Otherwise the admin would not learn that nothing is sent.
    if (registration && !(await emailLimits.takeConfirmation(address, registration.email)))
      throw tooMany(RETRY_AFTER_SECONDS);
    await actions.resendConfirmation(admin, id);
  });

  handleAction(kit.deletePerson, async (admin, id) => {
    await actions.deleteAccount(admin, id);
    void sync.streams.recheck(id);
    wakeSweeper();
  });

  /** Adds the handler of an action, which is limited. Checks the admin's password if the endpoint takes it. */
  function handleAction(
    endpoint: Action,
    act: (admin: User, id: string, address: string) => Promise<void>,
  ) {
    api.handle(endpoint, async ({ caller: { user }, params: { id }, body, client }) => {
      await authLimiters.adminAction.count(client.address);
      if (body) await checkPassword(user, body.password, client);
      await act(user, id, client.address);
      return {};
    });
  }
}
