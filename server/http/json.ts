import { badRequest } from '#server/errors.ts';
import { apiMessages as m } from '#shared/messages.ts';

/** No body of the contract nests deeper than this. */
const MAX_DEPTH = 8;

/** JSON.parse for strangers: refuses duplicate keys, keys that reach for prototypes, and deep nesting. */
export function parseJsonObject(text: string): Record<string, unknown> {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest(m.bodyUnreadable);
  if (countKeys(value, 0) !== countKeysInText(text)) throw badRequest(m.bodyUnreadable);
  return value as Record<string, unknown>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(m.bodyUnreadable);
  }
}

function countKeys(value: object, depth: number): number {
  if (depth > MAX_DEPTH) throw badRequest(m.bodyUnreadable);
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  if (keys.some((key) => key === '__proto__' || key === 'constructor' || key === 'prototype'))
    throw badRequest(m.bodyUnreadable);
  let count = keys.length;
  for (const child of Object.values(value))
    if (typeof child === 'object' && child !== null) count += countKeys(child, depth + 1);
  return count;
}

/** The text is known to be valid JSON: quotes stand only around strings, and a colon follows a key. */
function countKeysInText(text: string) {
  let count = 0;
  let start = text.indexOf('"');
  while (start !== -1) {
    const end = closingQuote(text, start);
    if (nextVisible(text, end + 1) === ':') count++;
    start = text.indexOf('"', end + 1);
  }
  return count;
}

function closingQuote(text: string, start: number) {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number) {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

function nextVisible(text: string, from: number) {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return text[at];
}
