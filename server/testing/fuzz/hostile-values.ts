import fc from 'fast-check';

/** Texts that have broken servers before. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\u200b\u2060',
    '\u202eright to left',
    '\r\nBcc: everyone@example.com',
    "' OR 1=1 --",
    '"; drop table users; --',
    '<img src=x onerror=alert(1)>',
    '#{7*7}{{7*7}}',
    '../../../../etc/passwd',
    '..\\..\\windows',
    'file:///etc/passwd',
    'https://evil.example/',
    'data:image/png;base64,AAAA',
    '__proto__',
    'NaN',
    '-1',
    '0x10',
    '1e999',
    '99999999999999999999',
    '9007199254740993',
    '00000000-0000-0000-0000-000000000000',
    'x@y',
    'a@b.example, c@d.example',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.constantFrom(129, 255, 1001, 10_000, 70_000).map((length) => 'a'.repeat(length)),
);

/** Values of every JSON type, some of which no field accepts. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, -(2 ** 53), 2 ** 53, 2 ** 31),
  fc.constantFrom([], {}, [[]], [null], { length: 1 }, { toString: 1 }, { $gt: '' }),
  fc.integer({ min: 1, max: 12 }).map((depth) => nested(depth)),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Keys that a body should not have: prototype keys, and columns that a client must not set. */
export const hostileKey = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toString',
    'id',
    'user_id',
    'user_type',
    'email',
    'password_hash',
    'created_at',
    'version',
    'seq',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 10 }),
);

/** Encoded path segments. Some of them are not validly encoded. */
export const hostileSegment = fc.oneof(
  fc.constantFrom(
    '%00',
    '%ff',
    '%',
    '%2',
    '%E0%A4%A',
    '%ED%A0%80',
    '.',
    '..',
    '%2e%2e',
    '..%2f..%2fetc%2fpasswd',
    '%252e%252e%252f',
    '..%5c',
    'x;y=1',
    '*',
    ':id',
    '{id}',
    'null',
    '0',
    'a'.repeat(5000),
  ),
  hostileText.map((text) => encodeURIComponent(text.slice(0, 500).toWellFormed())),
);

/** Headers that change how a careless server or proxy reads a request. */
export const hostileHeaders = fc
  .array(
    fc.constantFrom<[string, string]>(
      ['Origin', 'https://evil.example'],
      ['Origin', 'https://localhost'],
      ['Origin', 'null'],
      ['Referer', 'https://evil.example/'],
      ['X-Forwarded-For', '127.0.0.1, unknown, ::1'],
      ['X-Forwarded-Host', 'evil.example'],
      ['X-HTTP-Method-Override', 'DELETE'],
      ['X-Original-URL', '/api/admin/status'],
      ['Cookie', 'session=1; session=2; a'],
      ['Accept', 'text/html;q=nonsense, */*'],
      ['Accept-Encoding', 'br;q=x, gzip, zstd'],
      ['Accept-Language', '\u00e4\u00f6\u00fc'],
      ['Content-Encoding', 'gzip'],
      ['Content-Encoding', 'identity'],
      ['If-None-Match', '*'],
      ['If-None-Match', 'W/"x", "y'],
      ['If-Modified-Since', 'yesterday'],
      ['Range', 'bytes=0-0,5-'],
      ['Upgrade', 'h2c'],
      ['X-User-Id', '1'],
      ['X-Long', 'a'.repeat(4000)],
    ),
    { maxLength: 3 },
  )
  .map((headers) => Object.fromEntries(headers));

function nested(depth: number): unknown {
  return depth === 0 ? 1 : depth % 2 === 0 ? [nested(depth - 1)] : { a: nested(depth - 1) };
}
