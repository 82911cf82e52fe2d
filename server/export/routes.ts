import { tokenHash } from '#server/database/secrets.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound } from '#server/errors/errors.ts';
import type { Api } from '#server/http/api.ts';
import { kit } from '#shared/endpoints.ts';

export function exportRoutes(api: Api, { exports, imports, signer, sessions }: Dependencies) {
  api.handle(kit.exportData, async ({ caller: { user }, client }) => {
    await exports.check(user.id);
    return exports.reply(user, client.address);
  });

  api.handle(kit.signExport, async ({ caller: { user, token } }) => {
    await exports.check(user.id);
    // Contains the session, with which the address expires. Never a photo path, whose signature must not open an
    // export.
    const path = `${tokenHash(token)}.zip`;
    return { url: `/api/export/signed/${path}?${new URLSearchParams(await signer.sign(path))}` };
  });

  api.handle(kit.readSignedExport, async ({ params: { path }, query, client }) => {
    if (!(await signer.verify(path, query))) throw notFound();
    const session = await sessions.findHashed(path.replace(/\.zip$/, ''));
    if (!session) throw notFound();
    const { user } = session;
    await exports.check(user.id);
    return exports.reply(user, client.address);
  });

  api.handle(kit.importItems, ({ caller: { user }, body }) => imports.stage(user.id, body));

  api.handle(kit.completeImport, ({ caller: { user }, body, client }) =>
    imports.complete(user.id, body, () => !client.hasLeft()),
  );
}
