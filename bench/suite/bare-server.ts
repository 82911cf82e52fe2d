import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { createTemporaryFolder } from './clean-up.ts';
import { launch, withProbes } from './launch.ts';
import type { HttpRequest, Requests } from './row.ts';
import { send } from './send.ts';
import type { Subject } from './subject.ts';

type BareResponses = Record<
  string,
  { status: number; headers: Record<string, string>; base64: string }
>;

/** The headers that describe the body. */
const COPIED_HEADERS = ['content-type', 'content-encoding'];

/** Starts a bare node:http that answers each request with the bytes that another subject sent. */
export async function startBareServer(like: Subject): Promise<Subject> {
  const { folder, remove } = createTemporaryFolder('bench-bare');
  const responses: BareResponses = {};
  const requests: Requests = {};
  for (const [name, sent] of Object.entries(like.requests)) {
    responses[`/${name}`] = await record(like.program.origin, sent[0] as HttpRequest);
    requests[name] = sent.map((request) => ({ ...request, path: `/${name}` }));
  }
  const file = join(folder, 'responses.json');
  writeFileSync(file, JSON.stringify(responses));
  const port = await freePort();
  const { program, probes } = withProbes({
    args: ['tests/support/bare-server.mjs', file],
    env: { PORT: String(port) },
    origin: `http://127.0.0.1:${port}`,
    readyPath: '/',
  });
  return {
    name: 'bare node:http',
    kind: 'limit',
    program,
    running: await launch(program),
    requests,
    durability: 'nothing is stored',
    remarks: [`sends ${sizesOf(responses)}`],
    probes,
    remove,
  };
}

async function record(origin: string, request: HttpRequest) {
  const { status, headers, bytes } = await send(origin, request);
  const kept = COPIED_HEADERS.filter((name) => headers[name]).map((name) => [
    name,
    String(headers[name]),
  ]);
  return { status, headers: Object.fromEntries(kept), base64: bytes.toString('base64') };
}

function sizesOf(responses: BareResponses) {
  return Object.entries(responses)
    .map(([path, { base64 }]) => {
      const bytes = Buffer.from(base64, 'base64').length;
      return `${bytes.toLocaleString('en')} bytes for ${path.slice(1)}`;
    })
    .join(', ');
}
