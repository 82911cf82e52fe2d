import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPace } from './pace.ts';

const PIECE_BYTES = 64 * 1024;
const PIECES = 100;

/** Returns how many pieces a client receives that takes this long for each. */
function receive(secondsPerPiece: number) {
  let seconds = 0;
  let received = 0;
  const pace = createPace(() => seconds * 1000);
  try {
    for (; received < PIECES; received++) {
      pace.count(PIECE_BYTES);
      seconds += secondsPerPiece;
    }
  } catch (error) {
    assert.match(String(error), /too slowly/);
  }
  return received;
}

test('a client on a slow connection receives the whole export', () => {
  assert.equal(receive(30), PIECES);
});

test('the export of a client that rarely reads a piece is ended', () => {
  assert.ok(receive(60) < 10);
});

test('the first minute may pass without a byte', () => {
  assert.ok(receive(59) >= 2);
});

test('the current pace of a client that becomes slow drops soon', () => {
  let seconds = 0;
  const pace = createPace(() => seconds * 1000);
  for (let count = 0; count < PIECES; count++) pace.count(PIECE_BYTES);
  for (let minute = 1; minute <= 3; minute++) {
    seconds = minute * 60;
    pace.count(PIECE_BYTES);
  }
  assert.ok(pace.bytesPerSecond() < 2 * PIECE_BYTES);
  assert.ok(pace.bytesPerSecond() > 0);
});
