import * as v from 'valibot';

const health = v.picklist(['ok', 'failing']);

export const adminStatus = v.object({
  version: v.string(),
  uptime_s: v.number(),
  database: v.object({ engine: v.picklist(['sqlite', 'postgres']), health }),
  file_store: v.object({ kind: v.picklist(['folder', 's3']), health }),
  mail: v.object({
    transport: v.picklist(['mailbox', 'smtp']),
    queued: v.number(),
    /** Emails that were given up in the last days. */
    failed: v.number(),
  }),
  /** Features add further counts. */
  counts: v.objectWithRest({ users: v.number(), photos: v.number() }, v.number()),
});
export type AdminStatus = v.InferOutput<typeof adminStatus>;
