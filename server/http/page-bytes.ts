/** The most bytes that the rows of one page take as JSON. A connection with 50 kbit/s needs 21 s for them. */
export const PAGE_MAX_BYTES = 128 * 1024;

/** Counts how many of the first rows fit into a page. One always does, so that the next page begins after it. */
export function countFitting(rows: object[], maxBytes = PAGE_MAX_BYTES) {
  let bytes = 0;
  const beyond = rows.findIndex((row) => {
    // With the comma or bracket before it.
    bytes += 1 + Buffer.byteLength(JSON.stringify(row));
    return bytes >= maxBytes;
  });
  return beyond === -1 ? rows.length : Math.max(beyond, 1);
}
