import * as v from 'valibot';
import {
  ERROR_MESSAGE_MAX_CHARACTERS,
  ERROR_PATH_MAX_CHARACTERS,
  ERROR_STACK_MAX_CHARACTERS,
} from './constants.ts';
import { fieldMessages as m } from './messages.ts';

const text = (maxCharacters: number) =>
  v.pipe(v.string(m.errorReportInvalid), v.maxLength(maxCharacters, m.errorReportInvalid));

/** An error in a browser or in the native app. It contains no personal data. */
export const clientError = v.object({
  message: text(ERROR_MESSAGE_MAX_CHARACTERS),
  /** The stack lines that name a place in the code. */
  stack: text(ERROR_STACK_MAX_CHARACTERS),
  /** The path of the page, without query and fragment. */
  path: text(ERROR_PATH_MAX_CHARACTERS),
  /** The version of the app, which may be older than the server's. */
  version: text(50),
});
export type ClientError = v.InferOutput<typeof clientError>;
