import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

type Exchange = {
  method: string;
  path: string;
  requestHeaders: IncomingHttpHeaders;
  status: number;
  responseHeaders: IncomingHttpHeaders;
};

/** Starts a proxy that records all requests and responses, because WebDriver does not report preflights of WebKit. */
export async function startRecorder(server: string) {
  const exchanges: Exchange[] = [];
  const recorder = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    const forwarded = request(new URL(path, server), { method, headers }, (response) => {
      const status = response.statusCode ?? 0;
      exchanges.push({
        method,
        path,
        requestHeaders: headers,
        status,
        responseHeaders: response.headers,
      });
      outgoing.writeHead(status, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen();
  await once(recorder, 'listening');
  return {
    url: `http://localhost:${(recorder.address() as AddressInfo).port}`,
    /** In the order of the responses. */
    exchanges,
    end() {
      recorder.closeAllConnections();
      recorder.close();
    },
  };
}
