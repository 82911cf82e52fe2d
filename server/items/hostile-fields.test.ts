import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { createRoom } from '#server/testing/link-items.ts';
import { roomsServer, tasks, tasksServer } from '#server/testing/linked-items.ts';

const server = await startTestServer({ features: [roomsServer, tasksServer] });
after(server.stop);
const ada = await server.signUp();
const room = await createRoom(ada);

/** Values as JSON, because JavaScript cannot express all of them, and what is stored. */
const accepted: [field: keyof typeof tasks.fields, json: string, stored: unknown][] = [
  ['length', '-0', 0],
  ['length', '-0.0', 0],
  ['length', '1e308', 1e308],
  ['length', '-1E308', -1e308],
  ['length', '5e-324', 5e-324],
  ['length', '1e-400', 0],
  ['length', '0.1', 0.1],
  ['pieces', '9007199254740993', 2 ** 53],
  ['pieces', '-9007199254740993', -(2 ** 53)],
  ['pieces', '-0', 0],
  ['due', '"2028-02-29"', '2028-02-29'],
  ['title', '"\\u202egpj.exe"', '\u202egpj.exe'],
  ['title', '"\\u2066a\\u2069"', '\u2066a\u2069'],
  ['room', `"${room.toUpperCase()}"`, room],
  ['contact', '" somebody@example.com "', 'somebody@example.com'],
  ['page', '"example.com/a"', 'https://example.com/a'],
];

const rejected: [field: keyof typeof tasks.fields, json: string][] = [
  ['length', '1e309'],
  ['length', '1e400'],
  ['length', '"1"'],
  ['pieces', '1e308'],
  ['pieces', '0.5'],
  ['due', '"2026-02-30"'],
  ['due', '"2026-02-29"'],
  ['due', '"2026-11-17\\u0000"'],
  ['state', '"green"'],
  ['state', '"constructor"'],
  ['state', '"__proto__"'],
  ['title', '"a\\u0000b"'],
  ['title', '"\\ud800"'],
  ['contact', '"a@b.example\\u0000"'],
  ['contact', '"a@b.example, c@d.example"'],
  ['page', '"javascript:alert(1)"'],
  ['page', '"https://example.com\\u0000"'],
  ['shelf', '"01900000-0000-7000-8000-00000000000\\u0000"'],
  ['shelf', '""'],
  ['shelf', '0'],
];

test('values at the limits are stored and returned alike', async () => {
  for (const [field, json, stored] of accepted) {
    const response = await send(field, json);
    assert.equal(response.status, 201, `${field} ${json}`);
    const { test_task: task } = (await response.json()) as { test_task: Record<string, unknown> };
    assert.deepEqual(task[field], stored, `${field} ${json}`);
    const listed = (await ada.call(tasks.list)).test_tasks.find(({ id }) => id === task.id);
    assert.deepEqual(listed, task);
  }
});

test('values beyond the limits get 400 under the name of their field', async () => {
  for (const [field, json] of rejected) {
    const response = await send(field, json);
    const { fields } = (await response.json()) as { fields: object };
    assert.deepEqual(
      [response.status, Object.keys(fields ?? {})],
      [400, [field]],
      `${field} ${json}`,
    );
  }
});

/** Creates a task with a value that is sent as it is. */
function send(field: string, json: string) {
  const others = Object.entries({ title: 'Paint', room }).filter(([name]) => name !== field);
  const values = others.map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  const headers = { 'Content-Type': 'application/json' };
  return ada.request(tasks.create, { headers, body: `{${values},"${field}":${json}}` });
}
