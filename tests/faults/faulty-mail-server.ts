import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { startSmtpServer } from '#server/testing/smtp-server.ts';

export type MailFault = keyof typeof MAIL_FAULTS;

/** The faults, and what the table calls them. */
export const MAIL_FAULTS = {
  stalls: 'mail server stalls in the middle of a message and continues later',
  'rejects temporarily': 'mail server rejects messages with 450',
  'rejects permanently': 'mail server rejects messages with 550, which are then requested again',
  refuses: 'mail server refuses connections with 554',
  disappears: 'mail server disappears in the middle of a message',
  'loses acknowledgements': 'mail server accepts messages and disappears before it says so',
};

const REJECTIONS: Partial<Record<MailFault, number>> = {
  'rejects temporarily': 450,
  'rejects permanently': 550,
};

/** Starts a real SMTP server behind a proxy that can make it faulty. */
export async function startFaultyMailServer() {
  let fault: MailFault | undefined;
  let timesMet = 0;
  const connections = new Set<Socket>();
  const stalled = new Set<Socket>();
  const real = await startSmtpServer({
    responseTo() {
      const response = fault && REJECTIONS[fault];
      if (response) timesMet++;
      return response;
    },
  });
  const proxy = createServer((client) => {
    if (fault === 'refuses') {
      timesMet++;
      return client.end('554 5.3.2 No service here\r\n');
    }
    passOn(client, track(connect(real.port, '127.0.0.1')));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');

  return {
    url: `smtp://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Returns how often an email to this address was accepted. */
    accepted: (email: string) => real.emails.filter(({ to }) => to === email).length,
    /** Returns how often the current fault has occurred. */
    timesMet: () => timesMet,

    /** Makes the server faulty, including for open connections. */
    fail(next: MailFault) {
      for (const connection of connections) connection.destroy();
      fault = next;
      timesMet = 0;
    },

    recover() {
      fault = undefined;
      for (const connection of stalled) connection.resume();
      stalled.clear();
    },

    async close() {
      for (const connection of connections) connection.destroy();
      proxy.close();
      await real.close();
    },
  };

  function passOn(client: Socket, server: Socket) {
    let inLetter = false;
    track(client).on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    client.on('data', (chunk: Buffer) => {
      if (inLetter && fault === 'disappears') {
        timesMet++;
        server.end(chunk.subarray(0, chunk.length / 2));
        return client.destroy();
      }
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      const response = chunk.toString('latin1');
      if (inLetter && response.startsWith('250') && fault === 'loses acknowledgements') {
        timesMet++;
        return client.destroy();
      }
      // Responses to several commands may arrive together.
      inLetter = /^354/m.test(response);
      if (inLetter && fault === 'stalls') {
        timesMet++;
        stalled.add(client.pause());
      }
      client.write(chunk);
    });
  }

  function track(connection: Socket) {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    return connection.on('error', () => {});
  }
}
