import type { Dependencies } from '#server/dependencies.ts';
import { badFields, notFound, tooLarge } from '#server/errors/errors.ts';
import type { Api } from '#server/http/api.ts';
import type { Reply } from '#server/http/responses.ts';
import { PHOTO_MAX_BYTES } from '#shared/constants.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages, fieldMessages } from '#shared/messages.ts';
import type { Files } from './store.ts';

type Headers = Record<string, string | string[] | undefined>;

export function filesRoutes(api: Api, { files, signer, wakeSweeper }: Dependencies) {
  api.handle(kit.upload, async ({ caller, query, body, file }) => {
    const bytes = file ?? fromBase64(body.base64Data);
    if (bytes.length === 0)
      throw badFields({ [file ? 'file' : 'base64Data']: fieldMessages.fileRequired });
    if (bytes.length > PHOTO_MAX_BYTES) throw tooLarge(apiMessages.photoTooLarge);
    return { filePath: await files.add(caller.user.id, bytes, query.id) };
  });

  api.handle(kit.readFile, async ({ caller, params: { path }, query, headers }) =>
    picture(await files.find(path, caller.user.id), query.w, headers),
  );

  api.handle(kit.signFile, async ({ caller, params, query }) => {
    const { path } = await files.find(params.path, caller.user.id);
    const search = new URLSearchParams({ ...query, ...(await signer.sign(path)) });
    return { url: `/api/file/signed/${path}?${search}` };
  });

  api.handle(kit.readSignedFile, async ({ params: { path }, query, headers }) => {
    if (!(await signer.verify(path, query))) throw notFound();
    return picture(await files.find(path), query.w, headers);
  });

  api.handle(kit.deleteFile, async ({ caller, params }) => {
    const { path } = await files.find(params.path, caller.user.id);
    await files.remove(path, caller.user.id);
    wakeSweeper();
    return {};
  });

  async function picture(
    file: Awaited<ReturnType<Files['find']>>,
    width: string | undefined,
    headers: Headers,
  ): Promise<Reply> {
    const { path, content_type } = file;
    // The bytes at a path never change, so the path identifies the version.
    const etag = `"${path}${width ? `@${width}` : ''}"`;
    const caching = { ETag: etag, 'Cache-Control': 'private, no-cache' };
    if (headers['if-none-match'] === etag) return { status: 304, headers: caching, body: null };
    const content = width ? await files.readResized(file, Number(width)) : await files.read(file);
    const isStreamed = 'pieces' in content;
    return {
      status: 200,
      headers: {
        ...caching,
        'Content-Type': width ? 'image/webp' : content_type,
        'Content-Length': String(isStreamed ? content.size : content.length),
        // A picture opened in its own tab can run and load nothing.
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      },
      body: isStreamed ? content.pieces : content,
    };
  }
}

/** Decodes base64, with or without the `data:` prefix of a FileReader. Throws if it is invalid. */
function fromBase64(text: string) {
  const data = text.replace(/^data:[\w./+-]*;base64,/, '');
  // Searches for one invalid character: matching all valid ones could backtrack for minutes.
  const isBase64 = !/[^A-Za-z0-9+/=\s]|=\s*[^=\s]/.test(data);
  return Buffer.from(isBase64 ? data : '', 'base64');
}
