/** Tells whether a key press goes to a field, which handles letters and key combinations itself. */
export const isTyping = ({ target }: Pick<Event, 'target'>) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]') !== null;
