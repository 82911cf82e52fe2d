import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

type Exchange = {
  method: string;
  path: string;
  asked: IncomingHttpHeaders;
  status: number;
  answered: IncomingHttpHeaders;
};

/** Stands before a server and writes down what passes. A driven WebKit does not tell its preflights. */
export async function startRecorder(server: string) {
  const exchanges: Exchange[] = [];
  const recorder = createServer((asked, answer) => {
    const { method = '', url: path = '', headers } = asked;
    const forwarded = request(new URL(path, server), { method, headers }, (answered) => {
      const status = answered.statusCode ?? 0;
      exchanges.push({ method, path, asked: headers, status, answered: answered.headers });
      answer.writeHead(status, answered.headers);
      answered.pipe(answer);
    });
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
  }).listen();
  await once(recorder, 'listening');
  return {
    url: `http://localhost:${(recorder.address() as AddressInfo).port}`,
    /** Oldest answer first. */
    exchanges,
    end() {
      recorder.closeAllConnections();
      recorder.close();
    },
  };
}
