import { createServer } from 'node:http';

// The upper limit that benches compare with: responds to every request with the given bytes.
const body = process.argv[2] ?? '';
createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
