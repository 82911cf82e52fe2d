import { fork } from 'node:child_process';
import { STREAMS_PER_USER } from '#server/sync/streams.ts';
import { asForm, picture } from '#server/testing/pictures.ts';
import { nextMessage } from '#tests/support/next-message.ts';
import { addressOf, type Person } from '#tests/support/production-server.ts';
import { repeat, startMonitoredServer } from '../monitored-server.ts';
import type { Cause } from './cause.ts';

const SIGN_INS_AT_ONCE = 60;
const STREAMS = 7200;
const UPLOADERS = 20;
const UPLOADS_AT_ONCE = 4;

/** What clients do more often than the server can bear. */
export const loadCauses: Cause[] = [
  {
    alert: 'StreamsNearLimit',
    when: 'many devices open event streams',
    async prepare(t) {
      const { port, people, prometheus } = await startMonitoredServer(
        t,
        {},
        STREAMS / STREAMS_PER_USER,
      );
      const clients = fork('tests/support/stream-clients.ts', [port, STREAMS_PER_USER].map(String));
      t.after(() => clients.kill());
      return {
        prometheus,
        bringAbout() {
          clients.send(people.map(({ token }) => token));
          return nextMessage(clients);
        },
        end: () => clients.kill(),
      };
    },
  },
  {
    alert: 'SignInsQueued',
    when: 'somebody guesses passwords from many addresses',
    async prepare(t) {
      const { send, people, prometheus } = await startMonitoredServer(t);
      const [{ email } = {}] = people;
      let addresses = 0;
      let stop = async () => {};
      return {
        prometheus,
        bringAbout() {
          stop = repeat(t, SIGN_INS_AT_ONCE, () =>
            send(
              'POST',
              '/api/auth/login',
              { address: addressOf(addresses++) },
              {
                email,
                password: 'not the password',
              },
            ),
          );
        },
        end: () => stop(),
      };
    },
  },
  {
    alert: 'PicturesQueued',
    when: 'people upload more photos than the processor can encode',
    async prepare(t) {
      const { send, people, prometheus } = await startMonitoredServer(t, {}, UPLOADERS);
      const photo = asForm(await picture('jpeg', 4000, 3000));
      let stop = async () => {};
      return {
        prometheus,
        bringAbout() {
          stop = repeat(t, UPLOADERS * UPLOADS_AT_ONCE, (client) =>
            send('POST', '/api/upload', people[client % UPLOADERS] as Person, photo),
          );
        },
        end: () => stop(),
      };
    },
  },
];
