let ask: (() => boolean) | undefined;

/**
 * Registers a function that asks the person before the screen is left, if that would lose something, and returns whether
 * it does. Returns a function that ends this.
 */
export function askBeforeLeaving(asks: () => boolean) {
  ask = asks;
  return () => {
    if (ask === asks) ask = undefined;
  };
}

/** Asks the person if leaving the screen would lose something. Returns whether it does: then the screen must stay. */
export const asksBeforeLeaving = () => ask?.() ?? false;
