import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { fieldMessages as m } from './messages.ts';
import { email, newPassword, personName } from './text.ts';

const messageOf = (schema: v.GenericSchema, input: unknown) =>
  v.safeParse(schema, input).issues?.[0].message;

test('an address is trimmed and lower-cased, and its domain converted to ASCII', () => {
  assert.equal(v.parse(email, '  Ada@Example.COM '), 'ada@example.com');
  assert.equal(v.parse(email, 'ada@bücher.example'), 'ada@xn--bcher-kva.example');
  assert.equal(v.parse(email, 'ada@ｅｘａｍｐｌｅ.com'), 'ada@example.com');
});

test('an invalid address gets the message for its reason', () => {
  assert.equal(messageOf(email, undefined), m.emailRequired);
  assert.equal(messageOf(email, '   '), m.emailRequired);
  for (const wrong of ['ada', 'ada@example', 'a b@example.com', 'ada@example.com\nBcc: x@y.zz'])
    assert.equal(messageOf(email, wrong), m.emailInvalid, wrong);
});

test('a name is one line with a visible character', () => {
  const name = personName(m.firstNameRequired);
  assert.equal(v.parse(name, ' Ada \n  Byron '), 'Ada Byron');
  for (const invisible of ['', ' \t', '\u200b', '\u2800', '\u0001\u0007'])
    assert.equal(messageOf(name, invisible), m.firstNameRequired);
});

test('text that a database cannot store is rejected', () => {
  for (const broken of ['pass\u0000word', 'password \ud83d'])
    assert.equal(messageOf(newPassword, broken), m.brokenText);
  assert.equal(messageOf(newPassword, 'password 😀'), undefined);
});
