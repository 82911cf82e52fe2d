import { ApiError } from '#client/api-client/api-error.ts';
import type { ClientError } from '#shared/client-errors.ts';
import {
  ERROR_MESSAGE_MAX_CHARACTERS,
  ERROR_PATH_MAX_CHARACTERS,
  ERROR_STACK_MAX_CHARACTERS,
} from '#shared/constants.ts';

const REPORTS_PER_PAGE_LOAD = 5;
/** Limits how much of a long message is processed. */
const MESSAGE_READ_CHARACTERS = 1000;

/** Returns a function that sends each error once, and only a few errors per page load. */
export function createReporter({
  version,
  path,
  send,
}: {
  version: string;
  path(): string;
  send(report: ClientError): Promise<unknown>;
}) {
  const sent = new Set<string>();

  return async (error: unknown) => {
    const message = messageOf(error).slice(0, ERROR_MESSAGE_MAX_CHARACTERS);
    const stack = framesOf(error).slice(0, ERROR_STACK_MAX_CHARACTERS);
    const key = `${message}\n${stack}`;
    if (sent.has(key) || sent.size >= REPORTS_PER_PAGE_LOAD) return;
    sent.add(key);
    await send({ message, stack, path: path().slice(0, ERROR_PATH_MAX_CHARACTERS), version });
  };
}

function messageOf(error: unknown) {
  // The message may contain part of a response.
  if (error instanceof ApiError) return `ApiError: status ${error.status}`;
  if (error instanceof Error) return `${error.name}: ${withoutContent(error.message)}`;
  return `Not an error: ${typeof error === 'string' ? withoutContent(error) : typeof error}`;
}

/**
 * Removes what the user may have written: quoted text (as in JSON.parse messages), email addresses, tokens, and queries
 * and fragments of addresses. Names in single quotes stay: "Cannot read properties of undefined (reading 'id')".
 */
function withoutContent(message: string) {
  return message
    .slice(0, MESSAGE_READ_CHARACTERS)
    .replace(/["`“].*["`”]|["`“].*$/gs, '"…"')
    .replace(/'[\w$.#:-]{1,40}'|'.*'/gs, (quoted) => (NAME.test(quoted) ? quoted : "'…'"))
    .replace(/\S+@\S+/g, '…')
    .replace(/(\w+:\/\/[^\s?#]*)[?#]\S*/g, '$1')
    .replace(/[\w-]{32,}/g, '…');
}

const NAME = /^'[\w$.#:-]{1,40}'$/;

/** Returns the stack lines that name a place in the code. The other lines repeat the message. */
function framesOf(error: unknown) {
  if (!(error instanceof Error) || !error.stack) return '';
  return error.stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => CHROMIUM_FRAME.test(line) || OTHER_FRAME.test(line))
    .join('\n');
}

const CHROMIUM_FRAME = /^at .*:\d+:\d+\)?$/;
const OTHER_FRAME = /^[^\s@]*@\S*:\d+:\d+$/;
