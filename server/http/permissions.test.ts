import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sweepAuditLog } from '#server/admin/audit-log.ts';
import { now } from '#server/clock/clock.ts';
import { tokenHash } from '#server/database/secrets.ts';
import { createItemWithPhoto, uploadPhoto } from '#server/testing/backups.ts';
import { linkIn, newPerson, type Person, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { SECRET_TEXT, testPermissions } from '#server/testing/permissions.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { recordStatements, testQueryPlans } from '#server/testing/query-plans.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { kit } from '#shared/endpoints.ts';
import { endpointsOf } from '#shared/items.ts';

const statements = recordStatements();
const server = await startTestServer();
after(server.stop);

testPermissions({
  server,
  endpoints: { ...kit, ...endpointsOf(testItems) } as Record<string, Endpoint>,
  ownedTables: ['users', 'files', 'items', 'deletions', 'imports'],
  aboutPeople: ['listPeople', 'grantAdmin', 'deletePerson'],
  table: `
    endpoint            anonymous  owner  other  admin  ended  recovery  signature
    register                  201    201    201    201    201       201        201
    confirm                   200    200    200    200    200       200        200
    resendConfirmation        200    200    200    200    200       200        200
    login                     200    200    200    200    200       200        200
    resetPassword             200    200    200    200    200       200        200
    updatePassword            401    401    401    401    401       200        401
    logout                    401    200    200    200    401       401        401
    me                        401    200    200    200    401       401        401
    updateProfile             401    200    200    200    401       401        401
    deleteAccount             401    200    200    200    401       401        401
    upload                    401    201    201    201    401       401        401
    readFile                  401    200    404    404    401       401        401
    signFile                  401    200    404    404    401       401        401
    readSignedFile            404    404    404    404    404       404        200
    deleteFile                401    200    404    404    401       401        401
    changes                   401    200    200    200    401       401        401
    changesStream             401    200    200    200    401       401        401
    exportData                401    200    200    200    401       401        401
    signExport                401    200    200    200    401       401        401
    readSignedExport          404    404    404    404    404       404        200
    importItems               401    200    200    200    401       401        401
    completeImport            401    200    409    409    401       401        401
    adminStatus               401    403    403    200    401       401        401
    listPeople                401    403    403    200    401       401        401
    listActivity              401    403    403    200    401       401        401
    grantAdmin                401    403    403    200    401       401        401
    revokeAdmin               401    403    403    200    401       401        401
    signOutPerson             401    403    403    200    401       401        401
    resendToPerson            401    403    403    200    401       401        401
    deletePerson              401    403    403    200    401       401        401
    listFailedEmails          401    403    403    200    401       401        401
    sendEmailAgain            401    403    403    200    401       401        401
    listAudit                 401    403    403    200    401       401        401
    reportClientError         200    200    200    200    200       200        200
    health                    200    200    200    200    200       200        200
    ready                     200    200    200    200    200       200        200
    openapi                   200    200    200    200    200       200        200
    listItems                 401    200    200    200    401       401        401
    createItem                401    201    404    404    401       401        401
    updateItem                401    200    404    404    401       401        401
    deleteItem                401    200    404    404    401       401        401
    restoreItem               401    200    404    404    401       401        401
  `,
  requests: {
    register: () => ({ body: newPerson() }),
    confirm: async () => {
      const { email } = await server.register();
      const { access_token } = linkIn(await server.emailTo(email));
      return { body: { access_token, type: 'signup' } };
    },
    resendConfirmation: ({ owner }) => ({ body: { email: owner.email } }),
    login: ({ other: { email, password } }) => ({ body: { email, password } }),
    resetPassword: ({ owner }) => ({ body: { email: owner.email } }),
    updatePassword: () => ({ body: { password: 'a new password' } }),
    updateProfile: () => ({ body: { first_name: 'New', last_name: 'Name' } }),
    deleteAccount: ({ owner: { password } }) => ({ body: { password } }),
    upload: async () => ({ body: await pictureUpload() }),
    readFile: ({ owner }) => photoOf(owner),
    signFile: ({ owner }) => photoOf(owner),
    readSignedFile: async ({ owner }) => ({
      ...(await photoOf(owner)),
      // Genuine, but of another photo.
      query: await server.running.signer.sign('another.jpg'),
    }),
    deleteFile: async ({ owner }) => {
      const { photo_path } = await createItemWithPhoto(owner);
      return { params: { path: photo_path } };
    },
    changes: async ({ owner }) => {
      await itemOf(owner);
      return { query: { since: '0' } };
    },
    grantAdmin: ({ owner }) => ({
      params: { id: owner.user.id },
      body: { password: owner.password },
    }),
    revokeAdmin: ({ owner }) => ({ params: { id: owner.user.id } }),
    signOutPerson: ({ owner }) => ({ params: { id: owner.user.id } }),
    resendToPerson: async () => {
      const { email } = await server.register();
      const [registration] = (await server.everyRow('pending_registrations')).filter(
        (row) => row.email === email,
      );
      return { params: { id: registration?.id ?? '' } };
    },
    deletePerson: ({ owner }) => ({
      params: { id: owner.user.id },
      body: { password: owner.password },
    }),
    sendEmailAgain: async () => ({ params: { id: await failedEmail() } }),
    exportData: async ({ owner }) => {
      await itemOf(owner);
      return {};
    },
    readSignedExport: async ({ owner }) => ({
      params: { path: `${tokenHash(owner.token)}.zip` },
      // Genuine, but of another account.
      query: await server.running.signer.sign('another.zip'),
    }),
    importItems: () => ({ body: importBatch() }),
    completeImport: async ({ owner }) => {
      const body = importBatch();
      await owner.call(kit.importItems, { body });
      return { body: { id: body.id, parts: 1 } };
    },
    reportClientError: () => ({ body: { message: 'x', stack: '', path: '/', version: '1' } }),
    listItems: async ({ owner }) => {
      await itemOf(owner);
      return {};
    },
    createItem: async ({ owner }) => ({ body: { id: await itemOf(owner), text: 'Taken over' } }),
    updateItem: async ({ owner }) => ({
      params: { id: await itemOf(owner) },
      body: { text: 'Taken over' },
    }),
    deleteItem: async ({ owner }) => ({ params: { id: await itemOf(owner) } }),
    restoreItem: async ({ owner }) => {
      const id = await itemOf(owner);
      await owner.call(testItems.remove, { params: { id } });
      return { params: { id } };
    },
  },
});

test('users can be listed by status and address, and old activity and audit log entries are swept', async () => {
  const { activity, accounts } = server.running;
  const { email, call } = await server.signUp();
  await accounts.setUserType(email, 'admin');
  for (const status of ['admin', 'confirmed', 'pending'])
    await call(kit.listPeople, { query: { status, search: 'a' } });
  assert.equal((await call(kit.listPeople, { query: { search: email } })).people.length, 1);
  await activity.store();
  await activity.sweep();
  await sweepAuditLog(server.query);
});

testQueryPlans(server, statements);

/** Adds an email whose delivery was given up. Returns its id. */
async function failedEmail() {
  const id = crypto.randomUUID();
  await server.query
    .insertInto('outbox')
    .values({
      id,
      kind: 'reset',
      recipient: 'nobody@example.com',
      attempts: 3,
      next_attempt_at: now(),
      created_at: now(),
      failed_at: now(),
    })
    .execute();
  return id;
}

async function photoOf(owner: Person) {
  const { filePath } = await uploadPhoto(owner);
  return { params: { path: filePath } };
}

async function itemOf(owner: Person) {
  return (await owner.call(testItems.create, { body: { text: SECRET_TEXT } })).item.id;
}

function importBatch() {
  const time = '2026-01-31T09:30:00.000Z';
  const dates = { created_at: time, updated_at: time };
  const item = { id: randomUUID(), text: SECRET_TEXT, photo_path: null, ...dates };
  return { id: randomUUID(), part: 0, entity: 'items', items: [item] };
}
