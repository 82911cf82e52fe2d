import * as v from 'valibot';
import {
  EMAIL_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
} from './constants.ts';
import { fieldMessages as m } from './messages.ts';

// Not isWellFormed(): iOS before 16.4 does not have it.
const LONE_SURROGATE = /\p{Surrogate}/u;
const NOT_ASCII = /[^\x20-\x7e]/;
const VISIBLE_CHARACTER = /[^\s\u2800\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
// A rough check only: opening the link in the confirmation email proves that an address exists.
const ADDRESS =
  /^[^\s\p{Cc}@,;:<>()[\]"\\]+@[^\s\p{Cc}@.,;:<>()[\]"\\/?#%]+(\.[^\s\p{Cc}@.,;:<>()[\]"\\/?#%]+)+$/u;

/** Tells whether a text can be an email address. */
export const isEmailAddress = (text: string) => ADDRESS.test(text);

/** Tells whether a text is the address of a web page. No other scheme is one: `javascript:` would run in the page. */
export function isWebAddress(text: string) {
  try {
    return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && new URL(text).hostname !== '';
  } catch {
    return false;
  }
}

/**
 * Completes an address that is typed without its scheme, such as "example.com/page". The first part has no dot, so that a
 * long text takes no longer than its length: it runs before the limit of characters. An @ comes only behind the host, so
 * that an email address is not completed.
 */
export const withScheme = (text: string) =>
  /^[^\s/:@.]+\.[^\s/?#@]+([/?#]\S*)?$/.test(text) ? `https://${text}` : text;

/** Accepts strings that both database engines can store: without NUL or lone surrogates. */
export const storable = (required: string) =>
  v.pipe(
    v.string(required),
    v.check((text) => !LONE_SURROGATE.test(text) && !text.includes('\u0000'), m.brokenText),
  );

/** Requires at least one visible character. */
export const visible = (required: string) =>
  v.check<string, string>((text) => VISIBLE_CHARACTER.test(text), required);

/** An id, in the spelling in which it is stored. */
export const uuid = v.pipe(v.string(m.idInvalid), v.uuid(m.idInvalid), v.toLowerCase());

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

/** Converts the domain to its ASCII form, so that all its spellings (fullwidth, composed, punycode) are one address. */
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

/** A password at sign-in. Has no minimum length, so that older passwords stay valid if the rule changes. */
export const existingPassword = v.pipe(
  storable(m.passwordRequired),
  v.nonEmpty(m.passwordRequired),
  v.maxLength(PASSWORD_MAX_CHARACTERS, m.passwordTooLong),
);

/** A name, reduced to one line because it is shown in emails and menus. */
export const personName = (required: string) =>
  v.pipe(
    storable(required),
    v.transform((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()),
    visible(required),
    v.maxLength(NAME_MAX_CHARACTERS, m.nameTooLong),
  );
