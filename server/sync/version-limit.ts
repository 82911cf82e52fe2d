/**
 * The largest version that a row gets by anything else than being changed. It fits into the 32 bits that its column has
 * on PostgreSQL, and leaves room for more changes than a row ever gets.
 */
export const VERSION_MAX = 2_100_000_000;
