import { MARK_OPACITIES, MARK_PANELS } from '#client/components/mark.ts';

/** The size of the square that contains the mark. */
export const MARK_SIZE = 32;

/** Draws the mark as an SVG in the middle of a square of `size`, in the units of the mark. */
export function markSvg({ size, ink, ground }: { size: number; ink: string; ground?: string }) {
  const edge = (MARK_SIZE - size) / 2;
  const square = ground
    ? `<rect x="${edge}" y="${edge}" width="${size}" height="${size}" fill="${ground}"/>`
    : '';
  return svg(`${edge} ${edge} ${size} ${size}`, square + markPaths(ink));
}

/** Draws the panels of the mark in one colour. */
export const markPaths = (ink: string, opacities = MARK_OPACITIES) =>
  MARK_PANELS.map(
    (d, panel) => `<path d="${d}" fill="${ink}" opacity="${opacities[panel]}"/>`,
  ).join('');

export const svg = (viewBox: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${content}</svg>`;
