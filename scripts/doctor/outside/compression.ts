import { type Finding, note, ok, problem } from '../check.ts';
import { brotliText, quote, scriptIn } from './content.ts';
import type { Answer } from './send.ts';
import type { OutsideCheck, Server } from './server.ts';

export const ACCEPT_BROTLI = { 'Accept-Encoding': 'br' };

/** Checks that pages and scripts arrive compressed, and only once. */
export const checkCompression: OutsideCheck = async ({ page, send }) => {
  // The check of the headers reports it.
  if (page.status !== 200) return [];
  const findings = [checkOnce('/', page), await checkScript(page, send)];
  const different = findings.filter(({ state }) => state !== 'ok');
  return different.length > 0 ? different : findings.slice(0, 1);
};

async function checkScript(page: Answer, send: Server['send']) {
  const script = scriptIn(brotliText(page) ?? page.body.toString());
  return script
    ? checkOnce(quote(script), await send(script, { headers: ACCEPT_BROTLI }))
    : note('no script was checked: the page names none');
}

function checkOnce(path: string, answer: Answer): Finding {
  const { status, headers } = answer;
  const encoding = headers['content-encoding'];
  if (status !== 200) return problem(`${path} answers ${status}`);
  if (!encoding)
    return problem(
      `${path} arrives uncompressed: let the reverse proxy pass on Accept-Encoding and the body`,
    );
  if (encoding !== 'br' || brotliText(answer) === undefined)
    return problem(
      `${path} arrives as ${quote(encoding)} and cannot be read as Brotli: turn off the compression of the reverse proxy, the server compresses itself`,
    );
  return ok('pages and scripts arrive compressed once');
}
