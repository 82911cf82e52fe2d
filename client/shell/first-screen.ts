let resolveShown: () => void;

/** Resolves when the first screen is mounted and interactive, or when an error page has replaced it. */
export const firstScreenShown = new Promise<void>((resolve) => {
  resolveShown = resolve;
});

export const reportScreenShown = () => resolveShown();
