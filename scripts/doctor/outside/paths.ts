import { type Finding, note, ok, problem } from '../check.ts';
import { jsonIn } from './content.ts';
import type { Answer } from './send.ts';
import type { OutsideCheck } from './server.ts';

const UNKNOWN = 'doctor-finds-nothing';

/** Checks that this is no demo, and that what does not exist is answered by the server's own 404. */
export const checkPaths: OutsideCheck = async ({ send }) => {
  const [mailbox, docs, endpoint, page] = await Promise.all([
    send('/dev/mailbox'),
    send('/api/docs'),
    send(`/api/${UNKNOWN}`),
    send(`/${UNKNOWN}`),
  ]);
  const findings = [
    ...checkDemo('/dev/mailbox', mailbox),
    ...checkDemo('/api/docs', docs),
    ...checkUnknownEndpoint(endpoint),
    ...checkUnknownPage(page),
  ];
  return findings.length > 0 ? findings : [ok('is not a demo, and unknown paths get 404')];
};

function checkDemo(path: string, { status }: Answer): Finding[] {
  if (status === 404) return [];
  return status === 200
    ? [problem(`${path} is open to everyone, as in a demo: set NODE_ENV=production`)]
    : [note(`${path} answers ${status} instead of 404: check what the reverse proxy does there`)];
}

function checkUnknownEndpoint(answer: Answer): Finding[] {
  if (answer.status !== 404)
    return [
      problem(
        `an unknown path under /api answers ${answer.status} instead of 404: let the reverse proxy pass on everything under /api`,
      ),
    ];
  return jsonIn(answer)?.success === false
    ? []
    : [
        problem(
          'an unknown path under /api gets no JSON: let the reverse proxy pass on errors of the server, without pages of its own (nginx: proxy_intercept_errors off)',
        ),
      ];
}

function checkUnknownPage({ status }: Answer): Finding[] {
  if (status === 404) return [];
  return [
    problem(
      `a path without a page answers ${status} instead of 404: let the server serve the site, without a fallback of the reverse proxy (nginx: try_files)`,
    ),
  ];
}
