import * as v from 'valibot';
import { fieldMessages as m } from './messages.ts';

/** Maximum number of rows in a page. */
export const PAGE_MAX_ROWS = 100;

/**
 * The query of a list that can be read page by page. A page may have fewer rows than `limit` even if more follow.
 * `before` is `next` of the previous page. Without both parameters, the response contains the whole list.
 */
export const pageQuery = v.object({
  limit: v.optional(
    v.pipe(
      v.string(m.limitInvalid),
      v.regex(/^[1-9]\d{0,2}$/, m.limitInvalid),
      v.toNumber(),
      v.maxValue(PAGE_MAX_ROWS, m.limitInvalid),
    ),
  ),
  before: v.optional(
    v.pipe(v.string(m.beforeInvalid), v.regex(/^[\w.:-]{1,64}~[\w-]{1,64}$/, m.beforeInvalid)),
  ),
});

export type PageQuery = v.InferOutput<typeof pageQuery>;
