/** `npm run build`: builds the client, prerenders every page as HTML and compresses text files. */
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build, type Manifest } from 'vite';
import type { Page } from '#client/prerender.tsx';
import { PUBLIC_URL_PLACEHOLDER } from '#shared/constants.ts';
import { buildServiceWorker, writeIcons, writeManifest } from './build-pwa.ts';
import { writeSizes } from './build-sizes.ts';

// Set before React is loaded, which chooses its production build by it.
process.env.NODE_ENV = 'production';

const DIST = resolve('dist');
const PRERENDER = resolve('dist/.prerender');

const started = performance.now();
// The source maps are only for the table of sizes.
await build({ logLevel: 'warn', build: { sourcemap: 'hidden' } });
const pages = await prerender();
const manifest: Manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8'));
await rm(join(DIST, '.vite'), { recursive: true });
await writeIcons(DIST);
await writeManifest(DIST);
await writePages();
await buildServiceWorker(DIST, pages);
await writeFile(join(DIST, 'sitemap.xml'), sitemap());
await writeFile(
  join(DIST, 'robots.txt'),
  `User-agent: *\nDisallow: /api/\nSitemap: ${PUBLIC_URL_PLACEHOLDER}/sitemap.xml\n`,
);
await writeSizes(
  DIST,
  pages.map((page) => ({ path: page.path, atOnce: scriptsOf(page), onInteraction: [] })),
);
const sizes = await compress();
report();

async function prerender(): Promise<Page[]> {
  await build({
    logLevel: 'warn',
    build: { ssr: 'prerender.tsx', outDir: PRERENDER, manifest: false, copyPublicDir: false },
  });
  const { renderPages } = await import(pathToFileURL(join(PRERENDER, 'prerender.js')).href);
  const rendered = await renderPages(PUBLIC_URL_PLACEHOLDER);
  await rm(PRERENDER, { recursive: true });
  return rendered;
}

async function writePages() {
  const template = await readFile(join(DIST, 'index.html'), 'utf8');
  // For the native app, which opens every screen from one page. Dot files are not served.
  await writeFile(join(DIST, '.shell.html'), template);
  for (const page of pages) {
    // Low, because the first paint needs only the page and its styles.
    const preloads = scriptsOf(page)
      .filter((file) => !template.includes(file))
      .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`);
    const html = template
      .replace('<!--head-->', () => page.head)
      // Last, so that the style sheet is requested first.
      .replace('</head>', () => `  ${preloads.join('\n    ')}\n  </head>`)
      .replace(
        '<div id="root">',
        page.includesScreen ? '<div id="root" data-includes-screen>' : '$&',
      )
      .replace('<!--app-->', () => page.body);
    const file = join(DIST, page.file);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, html);
  }
}

/** Lists the scripts that a page runs before it is complete: start, app and its own screen. */
function scriptsOf(page: Page): string[] {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${page.path}: ${key} is not in the build`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  for (const source of ['client/index.html', 'client/main.tsx', page.source])
    visit(manifestKey(source));
  return [...files];
}

/** Returns the name of a source file in Vite's manifest, which is relative to client/. */
function manifestKey(source: string) {
  return posix.relative('client', source);
}

function sitemap() {
  const urls = pages
    .filter((page) => page.inSitemap)
    .map((page) => `  <url><loc>${PUBLIC_URL_PLACEHOLDER}${page.path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

/** Compresses files, except those with the URL placeholder: the server replaces it and compresses them. */
async function compress(): Promise<Map<string, number>> {
  const files = globSync('**/*.{html,js,css,svg,xml,txt,webmanifest}', { cwd: DIST });
  const compressed = files.map(async (file): Promise<[string, number]> => {
    const path = join(DIST, file);
    const plain = await readFile(path);
    const brotli = await promisify(brotliCompress)(plain);
    if (!plain.includes(PUBLIC_URL_PLACEHOLDER)) await writeFile(`${path}.br`, brotli);
    return [file, brotli.length];
  });
  return new Map(await Promise.all(compressed));
}

function report() {
  const inKb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  const sizeOf = (files: string[]) => files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  const css = [...sizes.keys()].filter((file) => file.endsWith('.css'));
  console.log(
    `Built ${pages.length} pages in ${Math.round(performance.now() - started)} ms (brotli):`,
  );
  console.log(`  styles, all pages  ${inKb(sizeOf(css))}`);
  for (const page of pages) {
    const scripts = inKb(sizeOf(scriptsOf(page)));
    console.log(`  ${page.path.padEnd(18)} ${scripts} script, ${inKb(sizeOf([page.file]))} HTML`);
  }
}
