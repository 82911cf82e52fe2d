import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PAGE_MAX_ROWS } from '#shared/pages.ts';
import { PAGE_MAX_BYTES } from './page-bytes.ts';
import { LIST_START, listResponse, type PagedResponse } from './paged-response.ts';

const LISTS = 5;
type Rows = { rows: ReturnType<typeof row>[] };

test('other work runs between any two pages of one or several lists', async () => {
  const events: string[] = [];
  let done = false;
  const others = (async () => {
    for (; !done; await nextTurn()) events.push('turn');
  })();
  await Promise.all(
    Array.from({ length: LISTS }, () =>
      written(list(10 * PAGE_MAX_ROWS, () => events.push('page'))),
    ),
  );
  done = true;
  await others;
  // The first page of each list is read at once, because it decides the status.
  const later = events.slice(events.indexOf('page') + LISTS).join(' ');
  assert.ok(later.includes('page turn'));
  assert.doesNotMatch(later, /page page/);
});

test('a short list is written as one text and a long one in parts, with the same format', async () => {
  const short = await list(PAGE_MAX_ROWS - 1).toReply();
  assert.equal(typeof short.body, 'string');
  for (const count of [PAGE_MAX_ROWS, 5 * PAGE_MAX_ROWS + 7])
    assert.deepEqual(JSON.parse(await written(list(count))), {
      success: true,
      rows: Array.from({ length: count }, (_, index) => row(index)),
    });
});

test('the memory for a list is limited in bytes, for short lists and long ones', async () => {
  const long = 'x'.repeat(PAGE_MAX_BYTES / 4);
  for (const count of [1, 2, 5, PAGE_MAX_ROWS, 2 * PAGE_MAX_ROWS + 1]) {
    const pieces = await piecesOf(list(count, undefined, long));
    for (const piece of pieces) assert.ok(Buffer.byteLength(piece) < PAGE_MAX_BYTES + 1024);
    const { rows } = JSON.parse(pieces.join('')) as Rows;
    assert.deepEqual(
      rows.map(({ id }) => id),
      Array.from({ length: count }, (_, index) => String(index)),
    );
  }
});

test('a row that is larger than a page is sent alone', async () => {
  const text = await written(list(3, undefined, 'x'.repeat(PAGE_MAX_BYTES)));
  assert.equal((JSON.parse(text) as Rows).rows.length, 3);
});

test('a page is read only after the client received the previous one', async () => {
  let pages = 0;
  const { body } = await list(10 * PAGE_MAX_ROWS, () => pages++).toReply();
  assert.equal(pages, 1);
  const pieces = (body as AsyncGenerator<string>)[Symbol.asyncIterator]();
  await pieces.next();
  await nextTurn();
  assert.equal(pages, 1);
  await pieces.next();
  await nextTurn();
  assert.equal(pages, 2);
  await pieces.return(undefined);
  assert.equal(pages, 2);
});

function list(count: number, onPage = () => {}, text = '') {
  return listResponse(
    'rows',
    {},
    (last) => {
      onPage();
      const first = last === LIST_START ? 0 : Number(last.id) + 1;
      return Array.from({ length: Math.min(PAGE_MAX_ROWS, count - first) }, (_, i) =>
        row(first + i, text),
      );
    },
    {},
  );
}

const row = (number: number, text = '') => ({ created_at: '', id: String(number), text });

const written = async (response: PagedResponse<Rows>) => (await piecesOf(response)).join('');

async function piecesOf(response: PagedResponse<Rows>) {
  const { body } = await response.toReply();
  if (typeof body === 'string') return [body];
  const pieces: string[] = [];
  for await (const piece of body as AsyncIterable<string>) pieces.push(piece);
  return pieces;
}
