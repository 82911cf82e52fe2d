import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// usage: PORT=… node tests/support/bare-server.mjs RESPONSES.json
// The upper limit that benches compare with: answers each path with the bytes that a file contains for it, and
// announces a user's writes to their event streams. Checks nothing and stores nothing. Plain JavaScript, because
// removing types takes 18 MB of memory.

const STREAM_PATH = '/api/changes/stream';
const EMPTY = { status: 204, headers: {}, body: undefined };

const file = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const responses = new Map(
  Object.entries(file).map(([path, { status, headers, base64 }]) => {
    const body = Buffer.from(base64, 'base64');
    const hasBody = status !== 304;
    const sent = { ...headers, ...(hasBody && { 'Content-Length': String(body.length) }) };
    return [path, { status, headers: sent, body: hasBody ? body : undefined }];
  }),
);
const streams = new Map();

createServer((request, response) => {
  const person = request.headers.authorization ?? '';
  if (request.url === STREAM_PATH) return openStream(person, response);
  const { status, headers, body } = responses.get(request.url ?? '') ?? EMPTY;
  const send = () => response.writeHead(status, headers).end(body);
  if (request.method === 'GET') return send();
  request.resume().on('end', () => {
    send();
    announce(person);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');

function openStream(person, response) {
  const own = streams.get(person) ?? { responses: new Set(), seq: 0 };
  streams.set(person, own);
  own.responses.add(response);
  response.on('close', () => own.responses.delete(response));
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(`data: ${own.seq}\n\n`);
}

function announce(person) {
  const own = streams.get(person);
  if (!own) return;
  own.seq++;
  for (const response of own.responses) response.write(`data: ${own.seq}\n\n`);
}
