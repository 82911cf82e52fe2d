import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { plant, plants, watering } from '#client/testing/plant-kinds.ts';
import { openPlantOutbox, photo } from '#client/testing/plant-sending.ts';
import { sendInOrder } from './send-in-order.ts';

let device: Awaited<ReturnType<typeof openPlantOutbox>>;

beforeEach(async () => {
  device = await openPlantOutbox();
});

test('a new item that refers to a new item is sent after it, even if it was written before', async () => {
  await device.saveWatering('monday', 'rose');
  await device.savePlant('tulip');
  await device.savePlant('rose');
  await device.send();
  assert.deepEqual(device.requests, ['POST tulip', 'POST rose', 'POST monday → rose']);
});

test('a change that refers to a new item is sent after it', async () => {
  await device.saveWatering('monday', 'tulip', 'rose', { original: watering('monday', 'tulip') });
  await device.savePlant('rose');
  await device.send();
  assert.deepEqual(device.requests, ['POST rose', 'PUT monday → tulip → rose']);
});

test('what refers to a new item waits for its photo, and is sent as soon as the photo is there', async () => {
  await device.savePlant('rose', null, { photo });
  await device.saveWatering('monday', 'rose');
  device.answerWith((request) => (request === 'upload' ? Response.error() : undefined));
  assert.equal(await device.send(), 'unreachable');
  assert.deepEqual(await device.unsent(), ['monday', 'rose']);
  device.answerWith(() => undefined);
  assert.equal(await device.send(), 'sent');
  assert.deepEqual(device.requests, ['upload', 'upload', 'POST rose', 'POST monday → rose']);
  assert.deepEqual(await device.unsent(), []);
});

test('what refers to a rejected new item waits until the user has corrected or discarded it', async () => {
  await device.savePlant('rose');
  await device.saveWatering('monday', 'rose');
  device.answerWith((request) => (request === 'POST rose' ? rejection() : undefined));
  assert.equal(await device.send(), 'sent');
  assert.deepEqual(await device.unsent(), ['monday', 'rose']);
  const [entry] = (await device.outbox.entries()).filter(({ id }) => id === 'rose');
  assert.ok(entry?.problem);
  await device.outbox.discard(plants, entry);
  await device.send();
  assert.deepEqual(device.requests, ['POST rose', 'POST monday → rose']);
});

test('nothing waits for a new item that was deleted before the server rejected it', async () => {
  await device.savePlant('rose');
  await device.saveWatering('monday', 'rose');
  device.answerWith(async (request) => {
    if (request !== 'POST rose') return undefined;
    await device.removePlant('rose');
    return rejection();
  });
  await device.send();
  await device.send();
  assert.deepEqual(device.requests, ['POST rose', 'POST monday → rose', 'DELETE rose']);
  assert.deepEqual(await device.unsent(), []);
});

test('an item is restored before what refers to it', async () => {
  const rose = await device.removePlant('rose');
  const monday = await device.removePlant('monday', 'rose');
  await device.send();
  assert.ok(rose && monday);
  await device.outbox.undo(plants, monday);
  await device.outbox.undo(plants, rose);
  await device.saveWatering('tuesday', 'rose');
  device.requests.length = 0;
  device.answerWith((request) => {
    const [action, id = ''] = request.split(' ');
    if (action !== 'restore') return undefined;
    const item = plant(id, id === 'monday' ? 'rose' : null);
    return Response.json({ success: true, plant: item, seq: 9 });
  });
  await device.send();
  assert.deepEqual(device.requests, ['restore rose', 'POST tuesday → rose', 'restore monday']);
});

test('new items that refer to each other are created, then linked', async () => {
  await device.savePlant('rose', 'tulip');
  await device.savePlant('tulip', 'rose');
  await device.send();
  assert.deepEqual(device.requests, ['POST rose', 'POST tulip → rose', 'PUT rose → tulip']);
  assert.deepEqual(await device.unsent(), []);
});

test('a new item that refers to itself is created, then linked', async () => {
  await device.savePlant('rose', 'rose');
  await device.send();
  assert.deepEqual(device.requests, ['POST rose', 'PUT rose → rose']);
  assert.deepEqual(await device.unsent(), []);
});

test('a rejection of one of two new items that refer to each other is not repeated', async () => {
  await device.savePlant('rose', 'tulip');
  await device.savePlant('tulip', 'rose');
  device.answerWith(rejection);
  await device.send();
  await device.send();
  assert.deepEqual(device.requests, ['POST rose']);
});

test('items are deleted after what referred to them was changed or deleted', async () => {
  await device.removePlant('rose');
  await device.removeWatering('monday', 'rose');
  await device.saveWatering('tuesday', 'tulip', null, { original: watering('tuesday', 'rose') });
  await device.send();
  assert.deepEqual(device.requests, ['DELETE monday', 'PUT tuesday → tulip', 'DELETE rose']);
});

test('of items that refer to each other in a row, the referring one is deleted first', async () => {
  for (const [id, parent] of [['root'], ['branch', 'root'], ['leaf', 'branch']] as const)
    await device.removePlant(id, parent);
  await device.send();
  assert.deepEqual(device.requests, ['DELETE leaf', 'DELETE branch', 'DELETE root']);
});

test('items that refer to each other in a circle, or to themselves, are deleted', async () => {
  await device.removePlant('rose', 'tulip');
  await device.removePlant('tulip', 'rose');
  await device.removePlant('aloe', 'aloe');
  await device.send();
  assert.deepEqual(device.requests, ['DELETE aloe', 'DELETE rose', 'DELETE tulip']);
});

test('a deletion waits for a change of a referring item that the user has to decide about', async () => {
  await device.saveWatering('monday', 'tulip', null, { original: watering('monday', 'rose') });
  await device.removePlant('rose');
  device.answerWith((request) => (request.startsWith('PUT') ? rejection() : undefined));
  assert.equal(await device.send(), 'sent');
  assert.deepEqual(await device.unsent(), ['monday', 'rose']);
});

test('an item that is deleted while its change is sent is deleted last', async () => {
  await device.savePlant('rose', 'aloe', { original: plant('rose') });
  await device.saveWatering('monday', 'tulip', null, { original: watering('monday', 'rose') });
  device.answerWith(async (request) => {
    if (request === 'PUT rose → aloe') await device.removePlant('rose', 'aloe');
    return undefined;
  });
  await device.send();
  assert.deepEqual(device.requests, ['PUT rose → aloe', 'PUT monday → tulip', 'DELETE rose']);
});

test('a reference to an item that is created while changes are sent waits for it', async () => {
  await device.savePlant('aloe', null, { original: plant('aloe') });
  await device.saveWatering('monday', 'tulip', null, { original: watering('monday', 'tulip') });
  device.answerWith(async (request) => {
    if (request !== 'PUT aloe') return undefined;
    await device.savePlant('rose');
    const original = { ...watering('monday', 'tulip'), version: 0 };
    await device.saveWatering('monday', 'rose', null, { original });
    return undefined;
  });
  await device.send();
  assert.deepEqual(device.requests, ['PUT aloe']);
  await device.send();
  assert.deepEqual(device.requests.slice(1), ['POST rose', 'PUT monday → rose']);
});

test('ten thousand linked changes are sent in order', async () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => ({
    entity: 'plants',
    id: `${index}`,
    createdAt: '',
    editedAt: '',
    changeId: '',
    change: { kind: 'delete' as const },
  }));
  const sent: string[] = [];
  const done = new Set<string>();
  // Each waits for the next one, so that every round sends one.
  await sendInOrder(entries, {
    find: () => undefined,
    async send(round, _isForced, { hold, release }) {
      for (const entry of round) {
        const next = `${Number(entry.id) + 1}`;
        if (Number(next) < entries.length && !done.has(next)) {
          hold(entry, { by: next, isFirm: true });
          continue;
        }
        done.add(entry.id);
        sent.push(entry.id);
        release(entry.id);
      }
      return true;
    },
  });
  assert.deepEqual([sent.length, sent[0]], [10_000, '9999']);
});

const rejection = () => Response.json({ success: false, error: 'No' }, { status: 400 });
