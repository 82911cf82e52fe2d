import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirePace } from './require-pace.ts';

const PIECE = new Uint8Array(64 * 1024);
const PIECES = 100;

/** Counts the pieces that a client receives which takes this long for each. */
async function receive(secondsPerPiece: number) {
  let seconds = 0;
  let received = 0;
  async function* produce() {
    for (let count = 0; count < PIECES; count++) yield PIECE;
  }
  try {
    for await (const _ of requirePace(produce(), () => seconds * 1000)) {
      received++;
      seconds += secondsPerPiece;
    }
  } catch (error) {
    assert.match(String(error), /too slowly/);
  }
  return received;
}

test('a client on a slow connection receives the whole export', async () => {
  assert.equal(await receive(3.9), PIECES);
});

test('the export of a client that reads a piece now and then is ended', async () => {
  assert.ok((await receive(20)) < 10);
});

test('the first minute may pass without a byte', async () => {
  assert.ok((await receive(59)) >= 2);
});
