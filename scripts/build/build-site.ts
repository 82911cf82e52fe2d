/** Builds the client, prerenders every page as HTML and compresses text files. */
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
import { type PageScripts, writeSizes } from './build-sizes.ts';

// Set before React is loaded, which chooses its build by it.
process.env.NODE_ENV = 'production';

const DIST = resolve('dist');
const PRERENDER = resolve('dist/.prerender');

const started = performance.now();
// Source maps are only used for the table of sizes.
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
await compress();
await writeSizes(DIST, pages.map(scriptsOf));
console.log(`Built ${pages.length} pages in ${Math.round(performance.now() - started)} ms.`);

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
  // For the native app, which opens all screens from one page. Dot files are not served.
  await writeFile(join(DIST, '.shell.html'), template);
  for (const page of pages) {
    const { atOnce, onInteraction } = scriptsOf(page);
    const scripts = [...atOnce, ...onInteraction].filter((file) => !template.includes(file));
    // Low priority, because the first paint needs only the page and its styles.
    const preloads = scripts.map(
      (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    );
    // A page with prerendered content loads these scripts later: client/start.ts reads their names.
    const isShell = page.prerender === 'shell';
    const names = scripts.map((file) => `/${file}`).join(' ');
    const html = template
      .replace('<!--head-->', () => page.head)
      // Last, so that the style sheet is requested first.
      .replace('  </head>', (end) => (isShell ? `    ${preloads.join('\n    ')}\n${end}` : end))
      .replace(
        '<div id="root">',
        `<div id="root" data-prerender="${page.prerender}"${isShell ? '' : ` data-scripts="${names}"`}>`,
      )
      .replace('<!--app-->', () => page.body);
    const file = join(DIST, page.file);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, html);
  }
}

/** Lists the scripts of a page: start, app and its own screen. A static page or a form loads only the start at once. */
function scriptsOf(page: Page): PageScripts {
  const start = filesOf('client/index.html');
  const app = [...filesOf('client/main.tsx'), ...filesOf(page.source)];
  const rest = [...new Set(app)].filter((file) => !start.includes(file));
  const { path } = page;
  return page.prerender === 'static' || page.prerender === 'form'
    ? { path, atOnce: start, onInteraction: rest }
    : { path, atOnce: [...start, ...rest], onInteraction: [] };
}

/** Lists the chunks of a source file and of all that it imports. */
function filesOf(source: string): string[] {
  const files = new Set<string>();
  // Vite's manifest names files relative to client/.
  visit(posix.relative('client', source));
  return [...files];

  function visit(key: string) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${source}: ${key} is not in the build`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  }
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

/** Compresses files, except files with the URL placeholder, which the server replaces before it compresses them. */
async function compress() {
  const files = globSync('**/*.{html,js,css,svg,xml,txt,webmanifest}', { cwd: DIST });
  await Promise.all(
    files.map(async (file) => {
      const path = join(DIST, file);
      const plain = await readFile(path);
      if (plain.includes(PUBLIC_URL_PLACEHOLDER)) return;
      await writeFile(`${path}.br`, await promisify(brotliCompress)(plain));
    }),
  );
}
