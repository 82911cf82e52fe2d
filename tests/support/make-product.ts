import type { copyKit } from './kit-copy.ts';

const PRODUCT = {
  name: 'Almanac',
  id: 'com.example.almanac',
  url: 'https://almanac.example',
  support: 'help@almanac.example',
};

/** Adds two features that together have fields of every type, with screens and an endpoint. */
const COMMANDS = [
  ['scripts/add/add.ts', 'tasks', 'title:text', 'done:boolean', 'photo?'],
  [
    ...[
      'scripts/add/add.ts',
      'books',
      'title:text',
      'pages:number(1..9999 pages)?',
      'read_on:date?',
    ],
    ...['summary:longtext?', 'format:select(paperback|e_book)?', 'site:url?', 'publisher:email?'],
  ],
  ['scripts/add/add-field.ts', 'tasks', 'book:ref(books)?', 'due:date?'],
  ['scripts/add/add-screen.ts', 'tasks/:id/steps'],
  ['scripts/add/add-screen.ts', 'books/shelf'],
  ['scripts/add/add-endpoint.ts', 'tasks', 'finish'],
];

/** Turns a copy of the kit into a product with a developer's commands: renamed, without the demo, with two features. */
export async function makeProduct(kit: ReturnType<typeof copyKit>) {
  const flags = Object.entries(PRODUCT).map(([flag, value]) => `--${flag}=${value}`);
  await kit.run('node', 'scripts/rename/rename.ts', ...flags, '--no-pictures');
  await kit.run('node', 'scripts/product/remove-demo.ts', '--force');
  for (const [script = '', ...words] of COMMANDS)
    await kit.run('node', script, ...words, '--force');
}
