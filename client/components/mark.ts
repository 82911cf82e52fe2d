/** The paths of the logo's mark in a 32 × 32 square: three panels of a folded sheet. */
export const MARK_PANELS = [
  'M3 8.5 11.5 5v18.5L3 27Z',
  'M11.5 5 20.5 8.5V27l-9-3.5Z',
  'M20.5 8.5 29 5v18.5L20.5 27Z',
] as const;

/** The opacity of each panel, from left to right. */
export const MARK_OPACITIES = [0.6, 1, 0.38];
