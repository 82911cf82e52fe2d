import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_PASSWORD } from '#tests/support/test-people.ts';
import { runGenerator } from './generator.ts';
import { createHttpClient } from './http-client.ts';

// Signs in with right and wrong passwords during its phase, from many addresses, more often than the server can check
// passwords.
const CLIENTS = 500;
const PAUSE_MS = 1000;

runGenerator(async ({ port, people }, recorder) => {
  const send = createHttpClient(port, recorder);
  let isStorm = false;
  let clients: Promise<void>[] = [];

  return {
    enter(phase) {
      isStorm = phase === 'login storm';
      if (isStorm) clients = Array.from({ length: CLIENTS }, (_, number) => runClient(number));
    },
    async stop() {
      isStorm = false;
      await Promise.all(clients);
      return {};
    },
  };

  async function runClient(number: number) {
    const isRight = number % 2 === 0;
    const address = `10.1.${number >> 8}.${number & 255}`;
    await sleep(Math.random() * PAUSE_MS);
    while (isStorm) {
      const { email } = people[Math.floor(Math.random() * people.length)] ?? {};
      await send(isRight ? 'storm, right password' : 'storm, wrong password', {
        method: 'POST',
        path: '/api/auth/login',
        as: { address },
        body: { email, password: isRight ? TEST_PASSWORD : 'not the password' },
        expected: isRight ? [200, 429] : [401, 429],
      });
      await sleep(PAUSE_MS);
    }
  }
});
