import { noteEndpoints } from './notes/contract.ts';

/** The endpoints of every feature. */
export const featureEndpoints = {
  ...noteEndpoints,
};
