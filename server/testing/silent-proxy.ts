import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '#tooling/free-port.ts';

/** Forwards connections to a server, and can stop doing so without closing them, like a broken network. */
export async function startSilentProxy(target: { hostname: string; port: string }) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (chunk) => !isSilent && to.write(chunk));
      from.on('close', () => {
        sockets.delete(from);
        if (!isSilent) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  return {
    port,
    /** Begins to swallow everything. Whatever was swallowed is lost, so these connections never work again. */
    setSilent(value: boolean) {
      isSilent = value;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
