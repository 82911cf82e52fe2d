/** Maximum JSON size of the rows of a page. A connection with 50 kbit/s needs 21 s for it. */
export const PAGE_MAX_BYTES = 128 * 1024;

/** Counts how many of the first rows fit into a page: at least one, so that reading makes progress. */
export function countFitting(rows: object[], maxBytes = PAGE_MAX_BYTES) {
  let bytes = 0;
  const beyond = rows.findIndex((row) => {
    // Includes the comma or bracket before it.
    bytes += 1 + Buffer.byteLength(JSON.stringify(row));
    return bytes >= maxBytes;
  });
  return beyond === -1 ? rows.length : Math.max(beyond, 1);
}
