import type { copyKit } from './kit-copy.ts';

const PRODUCT = {
  name: 'Almanac',
  id: 'com.example.almanac',
  url: 'https://almanac.example',
  support: 'help@almanac.example',
};

/** Two features that together have fields of every type. */
const FEATURES = [
  ['tasks', 'title:text', 'done:boolean', 'photo?'],
  [
    ...['books', 'title:text', 'pages:number?', 'read_on:date?'],
    ...['summary:longtext?', 'format:select(paperback|e_book)?'],
  ],
];

/** Turns a copy of the kit into a product with a developer's commands: renamed, without the demo, with two features. */
export async function makeProduct(kit: ReturnType<typeof copyKit>) {
  const flags = Object.entries(PRODUCT).map(([flag, value]) => `--${flag}=${value}`);
  await kit.run('node', 'scripts/rename/rename.ts', ...flags, '--no-pictures');
  await kit.run('node', 'scripts/product/remove-demo.ts', '--force');
  for (const feature of FEATURES)
    await kit.run('node', 'scripts/add/add.ts', ...feature, '--force');
}
