let resolveShown: () => void;

/** Resolves when the first screen is mounted and reacts, or an error page took its place. */
export const firstScreenShown = new Promise<void>((resolve) => {
  resolveShown = resolve;
});

export const reportScreenShown = () => resolveShown();
