import { randomUUID } from 'node:crypto';
import { createVisitors } from '#server/demo/visitors.ts';
import type { Dependencies } from '#server/dependencies.ts';
import {
  badFields,
  badRequest,
  emailNotConfirmed,
  invalidResetLink,
  notFound,
  signUpClosed,
  wrongCredentials,
} from '#server/errors/errors.ts';
import type { Api } from '#server/http/api.ts';
import { enqueue } from '#server/mail/outbox.ts';
import type { User } from '#shared/auth.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages, fieldMessages } from '#shared/messages.ts';
import { isCommonPassword } from './common-passwords.ts';
import { inPasswordQueue } from './password-queue.ts';
import { hashPassword, verifyDummy, verifyPassword } from './passwords.ts';

export function authRoutes(api: Api, dependencies: Dependencies) {
  const { config, database, accounts, pending, sessions, sync, wakeSweeper } = dependencies;
  const { authLimiters: limiters, emailLimits, checkPassword } = dependencies;
  const visitors = config.mode === 'public-demo' ? createVisitors(dependencies) : undefined;

  // Endpoints that send an email reveal whether there is an account neither by response nor by timing.
  api.handle(kit.register, async ({ body, client }) => {
    if (!config.signUpOpen) throw signUpClosed();
    checkNewPassword(body.password);
    await limiters.emailRequest.count(client.address);
    if (await emailLimits.takeConfirmation(client.address, body.email))
      await inPasswordQueue(client, () => pending.add(body));
    return {};
  });

  api.handle(kit.confirm, async ({ body }) => {
    if (!(await pending.confirm(body.access_token)))
      throw badRequest(apiMessages.confirmationFailed);
    return { message: apiMessages.confirmed };
  });

  api.handle(kit.resendConfirmation, async ({ body: { email, password }, client }) => {
    await limiters.emailRequest.count(client.address);
    if (!(await emailLimits.takeConfirmation(client.address, email))) return {};
    if (password === undefined) await enqueue(database.query, 'confirm', email);
    else await inPasswordQueue(client, () => pending.resendOf(email, password));
    return {};
  });

  api.handle(kit.resetPassword, async ({ body: { email }, client }) => {
    await limiters.emailRequest.count(client.address);
    // Over the limit, does the same work for an address that does not exist: timing reveals nothing, and the last link
    // stays valid.
    const overLimit = await emailLimits.isReached('reset', email);
    await accounts.requestReset(overLimit ? unusedAddress() : email);
    return {};
  });

  api.handle(kit.login, async ({ body, client }) => {
    const visitor = await visitors?.receive(body, client.address);
    if (visitor) return startSession(visitor);
    const { email, password } = body;
    // In the queue, so that rejected sign-ins do not use the database under heavy load.
    const account = await inPasswordQueue(client, async () => {
      await limiters.signIn.count(client.address, email);
      const account = await accounts.find(email);
      const right = account
        ? await verifyPassword(password, account.password_hash)
        : await verifyDummy(password);
      if (!account || !right) {
        // Checked whether or not there is an account, so that every failed sign-in costs the same.
        if (await pending.passwordMatches(email, password)) throw emailNotConfirmed();
        throw wrongCredentials();
      }
      return account;
    });
    const session = await startSession(account);
    await limiters.signIn.forget(client.address, email);
    return session;
  });

  api.handle(kit.logout, async ({ caller }) => {
    await sessions.end(caller.token);
    void sync.streams.recheck(caller.user.id);
    return {};
  });

  api.handle(kit.me, ({ caller }) => ({ user: caller.user }));

  api.handle(kit.updatePassword, async ({ caller: { userId, token }, body, client }) => {
    checkNewPassword(body.password);
    await limiters.newPassword.count(client.address);
    const passwordHash = await inPasswordQueue(client, () => hashPassword(body.password));
    const email = await accounts.changePassword(userId, token, passwordHash);
    if (!email) throw invalidResetLink();
    void sync.streams.recheck(userId);
    return { email };
  });

  api.handle(kit.deleteAccount, async ({ caller: { user }, body: { password }, client }) => {
    await checkPassword(user, password, client);
    if (!(await accounts.removeOwn(user))) throw notFound();
    void sync.streams.recheck(user.id);
    wakeSweeper();
    return {};
  });

  api.handle(kit.updateProfile, async ({ caller, body }) => ({
    user: await accounts.updateProfile(caller.user.id, body),
  }));

  async function startSession(account: User & { password_hash: string }) {
    const token = await sessions.start(account);
    if (!token) throw wrongCredentials();
    const { id, email, first_name, last_name, user_type } = account;
    return { token, user: { id, email, first_name, last_name, user_type } };
  }

  function checkNewPassword(password: string) {
    // A demo on this machine accepts any: it is for trying things out.
    if (config.mode !== 'demo' && isCommonPassword(password))
      throw badFields({ password: fieldMessages.passwordCommon });
  }
}

/** Returns an address in a domain that is guaranteed not to exist. */
const unusedAddress = () => `${randomUUID()}@nobody.invalid`;
