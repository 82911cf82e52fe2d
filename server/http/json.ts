import { badRequest } from '#server/errors/errors.ts';
import { apiMessages as m } from '#shared/messages.ts';

/** No body in the contract is nested more deeply. */
const MAX_DEPTH = 8;
/** Brackets, colons, commas and strings: enough for an import of 50 items with 40 fields each. */
const MAX_TOKENS = 10_000;
/** More than any body except an upload can contain, and twice what the largest photo needs if / is written as \/. */
const MAX_BACKSLASHES = 512 * 1024;

/**
 * Parses untrusted JSON. Rejects duplicate keys, keys that change prototypes, deep nesting, and more values than any
 * endpoint needs. Checks depth and number before parsing, because parsing a million values would take seconds.
 */
export function parseJsonObject(text: string): Record<string, unknown> {
  boundBackslashes(text);
  const keysInText = countKeysWithinBounds(text);
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable();
  if (countKeys(value) !== keysInText) throw unreadable();
  return value as Record<string, unknown>;
}

function boundBackslashes(text: string) {
  let count = 0;
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at + 1))
    if (++count > MAX_BACKSLASHES) throw unreadable();
}

/** Counts keys: in valid JSON, each colon outside strings follows one. Throws at the limits of depth and tokens. */
function countKeysWithinBounds(text: string) {
  const token = /["{}[\]:,]/g;
  let keys = 0;
  let depth = 0;
  for (let tokens = 0; token.test(text); tokens++) {
    const at = token.lastIndex - 1;
    const character = text[at];
    if (character === '"') token.lastIndex = closingQuote(at) + 1;
    else if (character === ':') keys++;
    else if (character === '{' || character === '[') depth++;
    else if (character !== ',') depth--;
    if (depth > MAX_DEPTH || tokens > MAX_TOKENS) throw unreadable();
  }
  return keys;

  function closingQuote(start: number) {
    let end = text.indexOf('"', start + 1);
    while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    if (end === -1) throw unreadable();
    return end;
  }
}

function isEscaped(text: string, at: number) {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable();
  }
}

function countKeys(value: object): number {
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  if (keys.some((key) => key === '__proto__' || key === 'constructor' || key === 'prototype'))
    throw unreadable();
  let count = keys.length;
  for (const child of Object.values(value))
    if (typeof child === 'object' && child !== null) count += countKeys(child);
  return count;
}

const unreadable = () => badRequest(m.bodyUnreadable);
