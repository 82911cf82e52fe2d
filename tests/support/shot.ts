import type { Page } from '@playwright/test';
import type { Visitor } from './app-page.ts';
import { importAll } from './import-all.ts';

/** A screen in a certain state, for `npm run screenshots`. */
export type Shot = {
  name: string;
  path: string;
  as?: Visitor;
  /** Set if a dialog covers the page. The picture then shows the viewport instead of the whole page. */
  overlay?: true;
  before?: (page: Page) => Promise<unknown>;
  after?: (page: Page) => Promise<unknown>;
};

/** A picture of the app for the marketing pages and the manifest, for `npm run pictures`. Sizes are in CSS pixels. */
export type Picture = Omit<Shot, 'overlay'> & { width: number; height: number; scale: number };

/** Composes a picture for the documents from those that were taken, which are in the folder. */
export type Drawing = (folder: string, pictures: Picture[]) => Promise<void>;

/** Returns the screenshots, pictures and drawings of the features, which are in their `e2e/shots.ts`. */
export async function shotsOfFeatures() {
  type Shots = { shots?: Shot[]; pictures?: Picture[]; drawings?: Drawing[] };
  const modules = await importAll<Shots>('features/*/e2e/shots.ts');
  return {
    shots: modules.flatMap(({ shots = [] }) => shots),
    pictures: modules.flatMap(({ pictures = [] }) => pictures),
    drawings: modules.flatMap(({ drawings = [] }) => drawings),
  };
}

export const press = (page: Page, landmark: string, name: string) =>
  page.locator(landmark).getByRole('button', { name, exact: true }).first().click();
