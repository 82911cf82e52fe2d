/** The owner of content that was shared with the app and that no user has taken yet. */
export const NOBODY = '';
