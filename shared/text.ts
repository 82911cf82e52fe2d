import * as v from 'valibot';
import {
  EMAIL_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
} from './constants.ts';
import { fieldMessages as m } from './messages.ts';

// isWellFormed() would say it better, but phones before iOS 16.4 do not know it.
const HALF_OF_A_PAIR = /\p{Surrogate}/u;
const NOT_ASCII = /[^\x20-\x7e]/;
const VISIBLE_CHARACTER = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u;
// Looks like an address: the email that must be confirmed is the real proof.
const ADDRESS =
  /^[^\s\p{Cc}@,;:<>()[\]"\\]+@[^\s\p{Cc}@.,;:<>()[\]"\\/?#%]+(\.[^\s\p{Cc}@.,;:<>()[\]"\\/?#%]+)+$/u;

/** A string that both database engines can store: no NUL, no half of a surrogate pair. */
export const storable = (required: string) =>
  v.pipe(
    v.string(required),
    v.check((text) => !HALF_OF_A_PAIR.test(text) && !text.includes('\u0000'), m.brokenText),
  );

/** At least one character that a person can see. */
export const visible = (required: string) =>
  v.check<string, string>((text) => VISIBLE_CHARACTER.test(text), required);

export const email = v.pipe(
  storable(m.emailRequired),
  v.check((text) => !/[\r\n]/.test(text), m.emailInvalid),
  v.trim(),
  v.nonEmpty(m.emailRequired),
  v.maxLength(EMAIL_MAX_CHARACTERS, m.emailTooLong),
  v.regex(ADDRESS, m.emailInvalid),
  v.toLowerCase(),
  v.transform(withAsciiDomain),
  v.regex(ADDRESS, m.emailInvalid),
);

/** A domain has many spellings (fullwidth, composed or not, punycode) and one name; only that is an identity. */
function withAsciiDomain(address: string) {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (!NOT_ASCII.test(domain)) return address;
  try {
    return `${local}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return `${local}@`;
  }
}

export const newPassword = v.pipe(
  storable(m.passwordRequired),
  v.nonEmpty(m.passwordRequired),
  v.minLength(PASSWORD_MIN_CHARACTERS, m.passwordTooShort),
  v.maxLength(PASSWORD_MAX_CHARACTERS, m.passwordTooLong),
);

/** Sign-in asks only that there is one: what was allowed once must go on working. */
export const existingPassword = v.pipe(
  storable(m.passwordRequired),
  v.nonEmpty(m.passwordRequired),
  v.maxLength(PASSWORD_MAX_CHARACTERS, m.passwordTooLong),
);

/** Names are one line: they end up in emails and menus. */
export const personName = (required: string) =>
  v.pipe(
    storable(required),
    v.transform((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()),
    visible(required),
    v.maxLength(NAME_MAX_CHARACTERS, m.nameTooLong),
  );
