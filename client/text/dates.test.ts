import assert from 'node:assert/strict';
import { test } from 'node:test';

// Before the formats are created: west of UTC, midnight in UTC belongs to the day before.
process.env.TZ = 'America/Los_Angeles';
const { formatDay, formatUtcDay } = await import('./dates.ts');

test('a time is shown with the day of the device, and a day in UTC as it is', () => {
  assert.equal(formatDay('2026-11-17T00:00:00.000Z'), '16 Nov 2026');
  assert.equal(formatUtcDay('2026-11-17'), '17 Nov 2026');
});
