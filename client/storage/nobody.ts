/** The owner of content that was shared with the app: until it is taken, nobody knows whose it is. */
export const NOBODY = '';
