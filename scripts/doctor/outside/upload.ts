import { UPLOAD_MAX_BYTES } from '#server/http/body.ts';
import { kit } from '#shared/endpoints.ts';
import { type Finding, note, ok, problem } from '../check.ts';
import { jsonIn } from './content.ts';
import type { Answer } from './send.ts';
import type { OutsideCheck, Server } from './server.ts';

/** Larger than the limits of the configurations in deploy/. */
const TOO_LARGE_BYTES = 2 * UPLOAD_MAX_BYTES;
/** Some proxies pass on nothing before they have received several kilobytes. */
const BEGINNING = ' '.repeat(64 * 1024);

/** Checks that the largest photo passes the proxy, and that larger bodies are refused. */
export const checkUpload: OutsideCheck = async ({ send }) => {
  const [allowed, tooLarge] = await Promise.all([
    upload(send, UPLOAD_MAX_BYTES),
    upload(send, TOO_LARGE_BYTES),
  ]);
  return [checkAllowed(allowed), ...(tooLarge ? [checkTooLarge(tooLarge)] : [])];
};

/**
 * Sends the beginning of a body, without a session: the server answers without reading it, a proxy by its length.
 * Returns undefined if there is no answer in time.
 */
function upload(send: Server['send'], bytes: number) {
  return send(kit.upload.path, {
    method: kit.upload.method,
    headers: { 'Content-Type': 'application/json', 'Content-Length': bytes },
    body: BEGINNING,
  }).catch((error) => {
    if (error.code === 'ETIMEDOUT') return undefined;
    throw error;
  });
}

function checkAllowed(answer: Answer | undefined): Finding {
  const size = `an upload of ${megabytes(UPLOAD_MAX_BYTES)}`;
  if (!answer)
    return note(
      `${size} is not answered while it arrives: let the reverse proxy pass on uploads at once (nginx: proxy_request_buffering off for ${kit.upload.path})`,
    );
  if (answer.status === 413)
    return problem(
      `${size}, the largest that the server takes, gets 413: allow 15 MB in the reverse proxy (nginx: client_max_body_size 15m)`,
    );
  return answer.status === 401 && jsonIn(answer)
    ? ok(`${size} is passed on to the server`)
    : problem(
        `${size} without a session gets ${answer.status} instead of a 401 of the server: check what the reverse proxy does with POST ${kit.upload.path}`,
      );
}

function checkTooLarge(answer: Answer): Finding {
  const size = `an upload of ${megabytes(TOO_LARGE_BYTES)}`;
  if (answer.status !== 413 && answer.status !== 401)
    return problem(`${size} gets ${answer.status}: let the reverse proxy answer 413`);
  return jsonIn(answer)
    ? ok(`${size} is refused`)
    : note(
        `${size} gets a ${answer.status} of the reverse proxy that is not JSON: the app then shows a general message`,
      );
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
