let ask: (() => boolean) | undefined;

/**
 * Registers a function that asks the user before leaving the screen would lose something, and returns whether it asks.
 * Returns a function that unregisters it.
 */
export function askBeforeLeaving(asks: () => boolean) {
  ask = asks;
  return () => {
    if (ask === asks) ask = undefined;
  };
}

/** Asks the user if leaving the screen would lose something. Returns whether it asks: then the screen must stay. */
export const asksBeforeLeaving = () => ask?.() ?? false;
