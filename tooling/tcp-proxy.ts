import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** Forwards connections to a port of this machine, which can change, and can fall silent like a broken network. */
export async function startTcpProxy(firstTarget: number) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let target = firstTarget;
  let isSilent = false;
  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1');
    forward(incoming, outgoing);
    forward(outgoing, incoming);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  return {
    port,
    /** Begins or ends to swallow everything. Connections that lost something this way never work again. */
    setSilent(value: boolean) {
      isSilent = value;
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
    from.on('data', (chunk) => !isSilent && to.write(chunk));
    from.on('close', () => {
      sockets.delete(from);
      if (!isSilent) to.destroy();
    });
  }

  function closeAll() {
    for (const socket of sockets) socket.destroy();
  }
}
