import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldText } from './fold-text.ts';

test('folding twice changes nothing, for every character in use', () => {
  for (let code = 0; code < 0x20000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const folded = foldText(String.fromCodePoint(code));
    if (foldText(folded) !== folded) assert.fail(`U+${code.toString(16)}`);
  }
});
