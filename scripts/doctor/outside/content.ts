import { brotliDecompressSync } from 'node:zlib';
import type { Answer } from './send.ts';

const DECOMPRESSED_MAX_BYTES = 16 * 1024 * 1024;
const QUOTED_MAX_CHARACTERS = 150;

/** Returns the text of a response in Brotli, or undefined if it is something else. */
export function brotliText({ body }: Answer) {
  try {
    const bytes = brotliDecompressSync(body, { maxOutputLength: DECOMPRESSED_MAX_BYTES });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the path of a page's first script, which is a file of the same site. */
export const scriptIn = (html: string) => /<script[^>]+src="(\/[^"/][^"]*)"/.exec(html)?.[1];

/** Returns the object that a response contains, or undefined if it is something else. */
export function jsonIn({ headers, body }: Answer) {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return undefined;
  try {
    return Object(JSON.parse(body.toString())) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Quotes what a server sent, without characters that control a terminal. */
export function quote(value: unknown) {
  const text = String(value).replaceAll(/\p{Cc}/gu, ' ');
  return `"${text.length > QUOTED_MAX_CHARACTERS ? `${text.slice(0, QUOTED_MAX_CHARACTERS)}…` : text}"`;
}
