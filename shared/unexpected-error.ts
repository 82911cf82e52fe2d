/** The message for unexpected errors. In its own file, so that pages without forms do not load all messages. */
export const UNEXPECTED_ERROR = 'An unexpected error occurred. Please try again.';
