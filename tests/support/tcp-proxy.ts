import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** Forwards connections to an address and port of this machine to another port, which can change, and can lose all data like a broken network. */
export async function startTcpProxy(firstTarget: number, address = '127.0.0.1') {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let target = firstTarget;
  let isDropping = false;
  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1');
    forward(incoming, outgoing);
    forward(outgoing, incoming);
  });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));

  return {
    port,
    /** Starts or stops dropping all data. Connections that lost data this way never work again. */
    setDropping(value: boolean) {
      isDropping = value;
    },
    /** Forwards new connections to another port, and closes the others. */
    setTarget(next: number) {
      target = next;
      closeAll();
    },
    close() {
      closeAll();
      server.close();
    },
  };

  function forward(from: Socket, to: Socket) {
    sockets.add(from);
    from.on('error', () => {});
    from.on('data', (chunk) => !isDropping && to.write(chunk));
    from.on('close', () => {
      sockets.delete(from);
      if (!isDropping) to.destroy();
    });
  }

  function closeAll() {
    for (const socket of sockets) socket.destroy();
  }
}
