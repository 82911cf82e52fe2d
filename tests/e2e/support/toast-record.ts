declare global {
  interface Window {
    recordedToasts?: { title: string; message: string }[];
  }
}

/**
 * Runs in the page. Records every toast from now on in `window.recordedToasts`, because a toast is shown for 3 s only.
 * Leaves out quiet ones, which tell what the user has just done.
 */
export function recordToasts() {
  const toasts: NonNullable<Window['recordedToasts']> = [];
  window.recordedToasts = toasts;
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement) || !node.matches('.toast:not([data-kind="quiet"])'))
        continue;
      const [title = '', message = ''] = Array.from(node.querySelectorAll('p'), (p) => p.innerText);
      toasts.push({ title, message });
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page. Removes a recorded toast and all earlier ones. Returns false if there is none with this text. */
export function takeToast([title, message]: readonly [
  title: string,
  message?: string | undefined,
]) {
  const toasts = window.recordedToasts ?? [];
  const index = toasts.findIndex(
    (toast) => toast.title === title && (!message || toast.message === message),
  );
  toasts.splice(0, index + 1);
  return index >= 0;
}
