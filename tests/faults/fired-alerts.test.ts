import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { asForm, picture } from '#server/testing/pictures.ts';
import { lacksPrograms } from '#tests/support/find-program.ts';
import type { Person } from '#tests/support/production-server.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { certificateCauses } from './causes/certificate.ts';
import { databaseCauses } from './causes/database.ts';
import { diskCauses } from './causes/disk.ts';
import { loadCauses } from './causes/load.ts';
import { mailCauses } from './causes/mail.ts';
import { processCauses } from './causes/process.ts';
import { repeat, startMonitoredWorkers } from './monitored-server.ts';
import { alertNames } from './prometheus.ts';

const LONGEST_FOR_MINUTES = 15;

const causes = [
  ...processCauses,
  ...mailCauses,
  ...diskCauses,
  ...databaseCauses,
  ...loadCauses,
  ...certificateCauses,
];

test('every alert has a cause that is brought about', () => {
  assert.deepEqual([...new Set(causes.map(({ alert }) => alert))].sort(), alertNames.sort());
});

suite('in a real Prometheus', { skip: lacksPrograms('prometheus'), concurrency: 6 }, () => {
  test('nothing fires while people use a healthy server', async (t) => {
    const { send, people, prometheus } = await startMonitoredWorkers(t);
    const [person] = people as [Person];
    await waitFor('it is scraped', async () => (await prometheus.value('up')) === 1);
    await waitFor('nothing fires', async () => (await prometheus.alerts('firing')).length === 0);
    repeat(t, 1, async () => {
      await send('POST', '/api/items', person, { text: 'An item' });
      await send('GET', '/api/items', person);
      await send('POST', '/api/upload', person, asForm(await picture()));
    });
    const fired = new Set<string>();
    await waitFor('it is scraped for longer than any alert waits', async () => {
      for (const name of await prometheus.alerts('firing')) fired.add(name);
      return Number(await prometheus.value('count_over_time(up[5m])')) > LONGEST_FOR_MINUTES;
    });
    assert.deepEqual([...fired], []);
  });

  for (const { alert, when, skip = false, prepare } of causes)
    test(`${alert} fires when ${when}`, { skip }, async (t) => {
      const { prometheus, bringAbout, end } = await prepare(t);
      const isFiring = async () => (await prometheus.alerts('firing')).includes(alert);
      await waitFor('it is scraped', async () => (await prometheus.value('up')) === 1);
      await waitFor(`${alert} does not fire`, async () => !(await isFiring()));
      await bringAbout();
      await waitFor(`${alert} is pending or fires`, async () =>
        (await prometheus.alerts('pending', 'firing')).includes(alert),
      );
      await waitFor(`${alert} fires`, isFiring);
      if (!end) return;
      await end();
      await waitFor(`${alert} ends`, async () => !(await isFiring()));
    });
});
