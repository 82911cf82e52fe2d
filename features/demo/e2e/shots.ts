import type { Drawing } from '#tests/support/shot.ts';
import { drawPlatforms } from './platforms-picture.ts';

export const drawings: Drawing[] = [drawPlatforms];
