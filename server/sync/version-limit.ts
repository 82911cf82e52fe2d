/**
 * The largest version that a row gets from an import or a restored backup. It fits into the column's 32 bits on
 * PostgreSQL, and leaves room for more changes than a row ever gets.
 */
export const VERSION_MAX = 2_100_000_000;
