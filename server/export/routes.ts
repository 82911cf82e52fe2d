import { notFound } from '#server/errors.ts';
import type { Signer } from '#server/files/signature.ts';
import type { Api } from '#server/http/api.ts';
import type { User } from '#shared/auth.ts';
import type { Exports } from './exports.ts';
import type { Imports } from './imports.ts';

export function exportRoutes(
  api: Api,
  {
    exports,
    imports,
    signer,
    findUser,
  }: {
    exports: Exports;
    imports: Imports;
    signer: Signer;
    findUser(id: string): Promise<User | undefined>;
  },
) {
  api.handle('exportData', async ({ caller: { user }, client: { address } }) => {
    await exports.check({ userId: user.id, address });
    return exports.reply(user, address);
  });

  api.handle('signExport', async ({ caller: { user }, client: { address } }) => {
    await exports.check({ userId: user.id, address });
    // Never the path of a photo, whose signature must not open an export.
    const path = `${user.id}.zip`;
    return { url: `/api/export/signed/${path}?${new URLSearchParams(await signer.sign(path))}` };
  });

  api.handle('readSignedExport', async ({ params: { path }, query, client: { address } }) => {
    if (!(await signer.verify(path, query))) throw notFound();
    const user = await findUser(path.replace(/\.zip$/, ''));
    if (!user) throw notFound();
    await exports.check({ userId: user.id, address });
    return exports.reply(user, address);
  });

  api.handle('importItems', ({ caller: { user }, client: { address }, body }) =>
    imports.stage({ userId: user.id, address }, body),
  );

  api.handle('completeImport', ({ caller: { user }, client: { address }, body }) =>
    imports.complete({ userId: user.id, address }, body),
  );
}
