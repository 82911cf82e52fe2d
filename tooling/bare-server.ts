import { createServer } from 'node:http';

// The limit that others are measured against: answers every request with the bytes it was given.
const body = process.argv[2] ?? '';
createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
