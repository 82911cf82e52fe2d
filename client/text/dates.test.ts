import assert from 'node:assert/strict';
import { test } from 'node:test';

// Set before the formats are created: west of UTC, midnight UTC belongs to the day before.
process.env.TZ = 'America/Los_Angeles';
const { formatDay, formatUtcDay } = await import('./dates.ts');

test("a time is shown with the device's day, and a UTC day unchanged", () => {
  assert.equal(formatDay('2026-11-17T00:00:00.000Z'), '16 Nov 2026');
  assert.equal(formatUtcDay('2026-11-17'), '17 Nov 2026');
});
