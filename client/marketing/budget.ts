/** What a first visit to the home page may download, compressed. A browser test measures it. */
export const FIRST_LOAD_SCRIPT_KB = 85;
export const FIRST_LOAD_STYLE_KB = 11;
