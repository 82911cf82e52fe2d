/** Has a file of its own, so that pages without forms need not download all the other messages. */
export const UNEXPECTED_ERROR = 'An unexpected error occurred. Please try again.';
