import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PAGE_MAX_ROWS } from '#shared/pages.ts';
import { PagedResponse } from './paged-response.ts';

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

test('a page is read only after the previous one was received', async () => {
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

function list(count: number, onPage = () => {}) {
  return new PagedResponse<Rows>(
    'rows',
    (last = row(-1)) => {
      onPage();
      const first = Number(last.id) + 1;
      return Array.from({ length: Math.min(PAGE_MAX_ROWS, count - first) }, (_, i) =>
        row(first + i),
      );
    },
    {},
  );
}

const row = (number: number) => ({ created_at: '', id: String(number) });

async function written(response: PagedResponse<Rows>) {
  const { body } = await response.toReply();
  let text = '';
  for await (const piece of body as AsyncIterable<string>) text += piece;
  return text;
}
