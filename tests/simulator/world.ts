import type { Ledger } from './ledger.ts';
import type { Page } from './page.ts';
import type { Random } from './random.ts';
import type { Report } from './report.ts';
import type { SimulatedServer } from './simulated-server.ts';

/** How often things go wrong, as probabilities. */
export type Faults = { network: number; server: number; disk: number; slowDisk: number };

export const NO_FAULTS: Faults = { network: 0, server: 0, disk: 0, slowDisk: 0 };

/** A page's connection to the server, found by the token that its requests carry. */
export type Link = {
  page: Page;
  /** The token of the session, which the server knows. */
  session: string;
  isOnline(): boolean;
  /** Runs when the device is awake. */
  whenAwake(run: () => void): void;
  /** Called when the server no longer knows the session. */
  onSessionEnded(): void;
};

export type Network = {
  /** Makes a token known, which the requests of a page carry. */
  connect(token: string, link: Link): void;
  /** Cuts every connection of a page. */
  cut(page: Page): void;
  /** Lets every request that is still under way arrive now, in any order. */
  deliverLate(): void;
  /** Loses every request that is still under way. */
  dropLate(): void;
};

/** What all parts of one simulated run share. */
export type World = Report & {
  random: Random;
  server: SimulatedServer;
  network: Network;
  ledger: Ledger;
  faults: Faults;
  /** No request fails because of the network, the server or a disk. */
  isCalm: boolean;
  /** How often people change the oldest item, and the first word of a text, as a probability: that makes conflicts. */
  overlap: number;
};
