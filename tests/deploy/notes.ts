import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { asForm, noisePng } from '#server/testing/pictures.ts';
import type { Box } from './box.ts';

const OWN_AUTHORITY = '/var/lib/private/app-proxy/caddy/pki/authorities/local/root.crt';

/** Requests the notes and photos of a user from a box, whose certificate is of an authority in a file on it. */
export async function openNotes(box: Box, token: string, authority = OWN_AUTHORITY) {
  const ca = await box.run(`cat ${authority}`);

  return {
    /** Creates notes, each with a photo like no other. */
    async create(count: number) {
      for (let left = count; left > 0; left--) {
        const photo = await send('POST', '/api/upload', asForm(await noisePng(500, 400)));
        const photo_path = JSON.parse(photo.toString()).filePath;
        const note = { title: `Note ${left}`, content: 'With a photo', photo_path };
        await send('POST', '/api/notes', JSON.stringify(note));
      }
    },

    /** Returns the newest notes, each with the bytes of its photo. */
    async read() {
      const { notes } = JSON.parse((await send('GET', '/api/notes')).toString());
      const found: { note: object; photo: Buffer }[] = [];
      for (const note of notes)
        found.push({ note, photo: await send('GET', `/api/file/files/${note.photo_path}`) });
      return found;
    },
  };

  async function send(method: string, path: string, body?: FormData | string) {
    const { headers, body: content } = new Response(body);
    const sent = request(`https://${box.domain}${path}`, {
      ca,
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type':
          typeof body === 'string' ? 'application/json' : (headers.get('Content-Type') ?? ''),
      },
    });
    const answered = Promise.withResolvers<Buffer>();
    sent.on('error', answered.reject);
    sent.on('response', async (response) => {
      const bytes = await buffer(response);
      if ((response.statusCode ?? 0) < 300) answered.resolve(bytes);
      else answered.reject(new Error(`${method} ${path}: ${response.statusCode} ${bytes}`));
    });
    sent.end(content ? Buffer.from(await new Response(content).arrayBuffer()) : undefined);
    return answered.promise;
  }
}
