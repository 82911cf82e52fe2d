import { type Finding, note, ok, problem } from '../check.ts';
import { quote } from './content.ts';
import { send } from './send.ts';

const PATH = '/login?from=doctor';
const PERMANENT = [301, 308];

/** Checks that http:// of the same host leads to the same path with https://. */
export async function checkRedirect(
  { origin, hostname, port }: URL,
  http = `http://${hostname}`,
): Promise<Finding[]> {
  if (port) return [note('http was not checked, because the address has a port of its own')];
  const answer = await send(`${http}${PATH}`).catch(() => undefined);
  if (!answer)
    return [
      note(
        `${http} does not answer: open port 80 and let it redirect to https, for people who type the address`,
      ),
    ];
  const { status, headers } = answer;
  const [expected, location] = [`${origin}${PATH}`, headers.location ?? ''];
  if (status < 300 || status >= 400 || !location)
    return [problem(`${http} answers ${status}: let the reverse proxy redirect it to ${origin}`)];
  if (location !== expected)
    return [
      problem(`${http}${PATH} redirects to ${quote(location)}: let it redirect to ${expected}`),
    ];
  return PERMANENT.includes(status)
    ? [ok(`${http} redirects to https`)]
    : [note(`${http} redirects with ${status}, which browsers do not remember: use 301 or 308`)];
}
