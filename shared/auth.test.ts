import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  confirmation,
  credentials,
  currentPasswordBody,
  newPasswordForm,
  profile,
  registrationForm,
} from './auth.ts';
import { validate } from './validate.ts';

type Schema = Parameters<typeof validate>[0];

/** Returns the messages by field; none if the form is valid. */
function errorsOf(schema: Schema, form: Record<string, unknown>) {
  const result = validate(schema, form);
  return result.valid ? {} : result.fields;
}

const person = { first_name: 'Ada', last_name: 'Byron' };
const registration = {
  ...person,
  email: 'ada@example.com',
  password: 'correct horse',
  confirm_password: 'correct horse',
};

describe('the sign-up form', () => {
  test('accepts a complete registration', () => {
    assert.deepEqual(errorsOf(registrationForm, registration), {});
  });

  test('accepts a password of six characters', () => {
    const password = { password: '123456', confirm_password: '123456' };
    assert.deepEqual(errorsOf(registrationForm, { ...registration, ...password }), {});
  });

  test('reports every required field of an empty form, but not the repeated password', () => {
    const empty = Object.fromEntries(Object.keys(registration).map((name) => [name, '']));
    assert.deepEqual(errorsOf(registrationForm, empty), {
      first_name: 'First name is required',
      last_name: 'Last name is required',
      email: 'Email is required',
      password: 'Password is required',
    });
  });

  for (const [name, value, message] of [
    ['first_name', '   ', 'First name is required'],
    ['last_name', '\u200b\u2060', 'Last name is required'],
    ['first_name', 'x'.repeat(61), 'Names must be at most 60 characters'],
    ['email', 'ada', 'Please enter a valid email address'],
    ['email', 'ada@nowhere', 'Please enter a valid email address'],
    ['email', `${'x'.repeat(243)}@example.com`, 'Email must be at most 254 characters'],
    ['confirm_password', 'correct horse!', 'Passwords do not match'],
  ] as const)
    test(`says "${message}" about ${name} "${value.slice(0, 20)}"`, () => {
      assert.deepEqual(errorsOf(registrationForm, { ...registration, [name]: value }), {
        [name]: message,
      });
    });

  test('accepts names of 60 characters, without the spaces around them', () => {
    const form = { ...registration, first_name: `  ${'x'.repeat(60)} ` };
    const result = validate(registrationForm, form);
    assert.equal(result.valid && result.value.first_name, 'x'.repeat(60));
  });
});

describe('a new password', () => {
  const errors = (password: string, confirm_password = password) =>
    errorsOf(newPasswordForm, { password, confirm_password });

  test('has 6 to 128 characters', () => {
    assert.deepEqual(errors('12345'), { password: 'Password must be at least 6 characters' });
    assert.deepEqual(errors('123456'), {});
    assert.deepEqual(errors('x'.repeat(128)), {});
    assert.deepEqual(errors('x'.repeat(129)), {
      password: 'Password must be at most 128 characters',
    });
  });

  test('must be repeated exactly', () => {
    assert.deepEqual(errors('correct horse', 'Correct horse'), {
      confirm_password: 'Passwords do not match',
    });
    assert.deepEqual(errors('correct horse', 'correct horse '), {
      confirm_password: 'Passwords do not match',
    });
  });

  test('keeps its spaces', () => {
    const form = { password: ' secret ', confirm_password: ' secret ' };
    const result = validate(newPasswordForm, form);
    assert.equal(result.valid && result.value.password, ' secret ');
  });

  test('that is too short and differs from its repetition gets both messages', () => {
    assert.deepEqual(errors('12345', '1234'), {
      password: 'Password must be at least 6 characters',
      confirm_password: 'Passwords do not match',
    });
  });
});

test('sign-in accepts any non-empty password, so that older ones keep working', () => {
  assert.deepEqual(errorsOf(credentials, { email: 'ada@example.com', password: '1' }), {});
  assert.deepEqual(errorsOf(credentials, { email: '', password: '' }), {
    email: 'Email is required',
    password: 'Password is required',
  });
  assert.deepEqual(errorsOf(currentPasswordBody, { password: '' }), {
    password: 'Password is required',
  });
});

test('a profile needs both names', () => {
  assert.deepEqual(errorsOf(profile, { first_name: '   ', last_name: '' }), {
    first_name: 'First name is required',
    last_name: 'Last name is required',
  });
});

test('a confirmation link needs a token and the type signup', () => {
  const link = { access_token: 'abc', type: 'signup' };
  assert.deepEqual(errorsOf(confirmation, link), {});
  for (const incomplete of [
    {},
    { type: 'signup' },
    { access_token: 'abc' },
    { ...link, access_token: '' },
    { ...link, type: 'recovery' },
  ])
    assert.equal(validate(confirmation, incomplete).valid, false);
});
