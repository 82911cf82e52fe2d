import type { CheckPassword } from '#server/auth/check-password.ts';
import type { EmailLimits } from '#server/auth/email-limits.ts';
import type { AuthLimiters } from '#server/auth/limits.ts';
import type { PendingRegistrations } from '#server/auth/pending-registrations.ts';
import type { Database } from '#server/database/database.ts';
import { tooMany } from '#server/errors/errors.ts';
import type { ServerFeature } from '#server/feature.ts';
import type { Api } from '#server/http/api.ts';
import { readFailedEmails } from '#server/mail/outbox.ts';
import { kit } from '#shared/endpoints.ts';
import type { Activity } from './activity.ts';
import { readAuditLog } from './audit-log.ts';
import { createPeople } from './people.ts';
import { createPeopleActions } from './people-actions.ts';

/** How long an address with too many confirmation emails must wait for the next one. */
const RETRY_AFTER_SECONDS = 60 * 60;

export function peopleRoutes(
  api: Api,
  {
    database,
    features,
    activity,
    pending,
    limiters,
    emailLimits,
    checkPassword,
    wakeSweeper,
    onSessionsEnded,
  }: {
    database: Database;
    features: Pick<ServerFeature, 'counts'>[];
    activity: Activity;
    pending: Pick<PendingRegistrations, 'findById'>;
    limiters: Pick<AuthLimiters, 'adminAction'>;
    emailLimits: Pick<EmailLimits, 'takeConfirmation'>;
    checkPassword: CheckPassword;
    wakeSweeper(): void;
    onSessionsEnded(userId: string): void;
  },
) {
  const { query } = database;
  const people = createPeople(database, features, activity);
  const actions = createPeopleActions(database);

  api.handle(kit.listPeople, ({ query }) => people.list(query));
  api.handle(kit.listActivity, async () => ({ days: await activity.history() }));
  api.handle(kit.listFailedEmails, ({ query: { before } }) => readFailedEmails(query, before));
  api.handle(kit.listAudit, ({ query: { before } }) => readAuditLog(query, before));

  api.handle(kit.grantAdmin, async ({ caller: { user }, params: { id }, body, client }) => {
    await limiters.adminAction(client.address);
    await checkPassword(user, body.password, client);
    await actions.grantAdmin(user, id);
    return {};
  });

  api.handle(kit.revokeAdmin, async ({ caller: { user }, params: { id }, client }) => {
    await limiters.adminAction(client.address);
    await actions.revokeAdmin(user, id);
    return {};
  });

  api.handle(kit.signOutPerson, async ({ caller: { user }, params: { id }, client }) => {
    await limiters.adminAction(client.address);
    await actions.signOut(user, id);
    onSessionsEnded(id);
    return {};
  });

  api.handle(kit.resendToPerson, async ({ caller: { user }, params: { id }, client }) => {
    await limiters.adminAction(client.address);
    const registration = await pending.findById(id);
    // Otherwise the admin would not learn that nothing is sent.
    if (registration && !(await emailLimits.takeConfirmation(client.address, registration.email)))
      throw tooMany(RETRY_AFTER_SECONDS);
    await actions.resendConfirmation(user, id);
    return {};
  });

  api.handle(kit.deletePerson, async ({ caller: { user }, params: { id }, body, client }) => {
    await limiters.adminAction(client.address);
    await checkPassword(user, body.password, client);
    await actions.deleteAccount(user, id);
    onSessionsEnded(id);
    wakeSweeper();
    return {};
  });

  api.handle(kit.sendEmailAgain, async ({ caller: { user }, params: { id }, client }) => {
    await limiters.adminAction(client.address);
    await actions.sendEmailAgain(user, id);
    return {};
  });
}
