import fc from 'fast-check';

/** The parts of a JSON schema that values are generated from. */
export type JsonSchema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
};

/** A reference to an id, path or address that belongs to the caller or to somebody else. */
export const reference = fc
  .tuple(fc.constantFrom('own', 'own', 'others'), fc.nat({ max: 30 }))
  .map(([owner, index]) => `${owner}(${index})`);

/** An id of another item. The first own id is that of an item to which others can refer. */
const otherItem = fc.oneof({ weight: 4, arbitrary: fc.constant('own(0)') }, fc.uuid(), reference);

export const REFERENCE = /(own|others)\((\d+)\)/g;

export const TINY_GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');

/** Generates a value that fits a schema. Fields for ids, paths or addresses often refer to something that exists. */
export function valid(name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valid(name, option)));
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer' || schema.type === 'number') return fc.integer({ min: 0, max: 5 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array')
    return fc.array(valid(name, schema.items ?? {}), { minLength: 1, maxLength: 3 });
  if (schema.properties) {
    const { properties, required = [] } = schema;
    const values = Object.entries(properties).map(([key, value]) => [key, valid(key, value)]);
    return fc.record(Object.fromEntries(values), { requiredKeys: required as never[] });
  }
  if (schema.format === 'uuid') return name === 'id' ? fc.oneof(fc.uuid(), reference) : otherItem;
  if (schema.format === 'date') return fc.constantFrom('2028-02-29', '2026-11-17');
  if (schema.pattern?.includes('@')) return fc.oneof(fc.emailAddress(), reference);
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  if (/path$/.test(name)) return reference;
  if (name === 'contact') return fc.oneof(fc.emailAddress(), fc.constant(''));
  if (name === 'page') return fc.oneof(fc.webUrl(), fc.constant(''));
  if (name === 'base64Data') return fc.constantFrom(TINY_GIF.toString('base64'), 'AAAA');
  const { minLength = 1, maxLength = 30 } = schema;
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 30) });
}

/** Generates values of the type that a schema asks for, at its limits and just beyond them. */
export function almostValid(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(almostValid));
  if (schema.enum) return fc.constantFrom(...OTHER_OPTIONS, [schema.enum[0]], ` ${schema.enum[0]}`);
  if (schema.type === 'integer' || schema.type === 'number') return fc.constantFrom(...NUMBERS);
  if (schema.type === 'boolean') return fc.constantFrom(0, 1, 'true', '', null);
  if (schema.type === 'array') return fc.array(almostValid(schema.items ?? {}), { maxLength: 3 });
  if (schema.format === 'date') return fc.constantFrom(...DATES);
  if (schema.format === 'uuid') return fc.oneof(reference, fc.constantFrom(...IDS));
  return fc.constantFrom(...TEXTS);
}

const OTHER_OPTIONS = ['no option', '', '__proto__', 'constructor', 'toString', 0, true, null];

/** A text in this form is sent as a number that JSON can express and JavaScript cannot. */
const RAW_NUMBER = /"raw\(([^)"]*)\)"/g;
export const withRawNumbers = (json: string) => json.replace(RAW_NUMBER, '$1');

const NUMBERS = [
  'raw(-0)',
  'raw(-0.0)',
  'raw(9007199254740993)',
  'raw(1e400)',
  'raw(-1e400)',
  'raw(1E-400)',
  1e308,
  -1e308,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53),
  2 ** 31,
  2 ** 63,
  0.1,
  '1',
  '',
];

const DATES = [
  '2026-02-30',
  '2026-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-00',
  '0000-01-01',
  '9999-12-31',
  '10000-01-01',
  '+002026-01-01',
  '2026-1-1',
  '2026-11-17T00:00:00.000Z',
  ' 2026-11-17',
  '２０２６-11-17',
  '2026-11-17\u0000',
];

const IDS = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-7FFF-BFFF-FFFFFFFFFFFF',
  '01900000-0000-7000-8000-00000000000a ',
  '{01900000-0000-7000-8000-00000000000a}',
  '01900000000070008000000000000000',
  '01900000-0000-7000-8000-00000000000\u0000',
];

const TEXTS = [
  'a\u0000b',
  '\u202egpj.exe',
  '\u2066a\u2069\u200f',
  'x\ud800',
  'a@b.example\u0000',
  'a\u202e@b.example',
  '"a b"@b.example',
  'a@[127.0.0.1]',
  `${'a'.repeat(250)}@b.example`,
  'javascript:alert(1)',
  'JAVASCRIPT://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://user:password@example.com',
  'https://example.com\u0000.evil.example',
  'https://example.com/\u202ecod.exe',
  'https://[::1]:99999/',
  'http://',
  `https://example.com/${'a'.repeat(3000)}`,
];
