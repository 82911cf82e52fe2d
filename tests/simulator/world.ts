import type { ItemKind } from '#shared/items.ts';
import type { Ledger } from './ledger.ts';
import type { LinkLedger } from './link-ledger.ts';
import type { Page } from './page.ts';
import type { Random } from './random.ts';
import type { Report } from './report.ts';
import type { SimulatedServer } from './simulated-server.ts';

/** The probabilities of faults. */
export type Faults = { network: number; server: number; disk: number; slowDisk: number };

export const NO_FAULTS: Faults = { network: 0, server: 0, disk: 0, slowDisk: 0 };

/** A page's connection to the server, identified by the token in its requests. */
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
  /** Registers the token that a page's requests carry. */
  connect(token: string, link: Link): void;
  /** Cuts every connection of a page. */
  cut(page: Page): void;
  /** Delivers all pending requests now, in any order. */
  deliverLate(): void;
  /** Loses all pending requests. */
  dropLate(): void;
};

/** The state that all parts of a simulated run share. */
export type World = Report & {
  random: Random;
  server: SimulatedServer;
  network: Network;
  ledger: Ledger;
  links: LinkLedger;
  /** Some users only have the test items, others link them. */
  kinds: readonly ItemKind[];
  faults: Faults;
  /** True if no request fails because of the network, the server or a disk. */
  isCalm: boolean;
  /** The probability that users change the oldest item and the first word of a text, which causes conflicts. */
  overlap: number;
};
