import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { app } from '#app';
import { escapeHtml } from '#shared/escape-html.ts';
import { MARK_PANELS } from './client/components/mark.ts';
import packageJson from './package.json' with { type: 'json' };
import { MARK_SIZE, markSvg } from './scripts/build/mark-svg.ts';
import { OLDEST_BROWSERS } from './scripts/build/oldest-browsers.ts';
import { modulesOf } from './scripts/check/imports.ts';

export default defineConfig({
  root: 'client',
  define: { 'import.meta.env.VERSION': JSON.stringify(packageJson.version) },
  plugins: [contractWithoutSchemas(), brand(), react(), tailwindcss()],
  // Relative to client/. By default Vite serves the whole project, with its database and photos.
  server: {
    fs: { allow: ['.', '../shared', '../features', '../app.config.ts', '../node_modules'] },
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: OLDEST_BROWSERS,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // On a slow machine it would warn of the time that plugins take.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // Only the common code of lucide; each icon is in the chunk that uses it.
              test: /node_modules[\\/]((react|react-dom|scheduler|wouter|regexparam)[\\/]|lucide-react[\\/]dist[\\/]esm[\\/](?!icons))/,
            },
            // Needed by every page that uses React: chunks of their own would cost a request each.
            {
              name: 'vendor',
              test: /[\\/](client[\\/](shell[\\/]navigate|page[\\/]leaving)|shared[\\/](path|unexpected-error|items|fields|words)|features[\\/][^\\/]+[\\/]contract|features[\\/]contract)\.ts$/,
            },
            // Separate, so that the first script does not wait for large chunks.
            { name: 'preload', test: /vite[\\/]preload-helper/ },
            {
              // Only the native app loads it, and no service worker caches it.
              name: 'capacitor',
              test: /node_modules[\\/]@(capacitor|capgo|aparajita)[\\/]/,
            },
          ],
        },
      },
    },
  },
});

/** The modules of the contract that are replaced in the client, and what they export there. */
const CONTRACT = {
  'endpoints.ts': 'endpoints',
  'admin-endpoints.ts': 'adminEndpoints',
  'export-endpoints.ts': 'exportEndpoints',
  'share-target.ts': 'shareTarget',
};
const contractFiles = Object.entries(CONTRACT).map(([file, constant]) => ({
  file: join(import.meta.dirname, 'shared', file),
  constant,
}));

/**
 * Replaces the contract by what the client needs of it at run time (`scripts/build/contract-worker.ts`). Without this every
 * page would download all schemas and valibot. In development it is updated when a contract changes what the client
 * needs.
 */
function contractWithoutSchemas(): Plugin {
  let sources = new Set<string>();
  let current: Record<string, unknown> = {};

  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    async load(id) {
      const found = contractFiles.find(({ file }) => id === normalizePath(file));
      if (!found) return undefined;
      await read();
      return `export const ${found.constant} = ${JSON.stringify(current[found.constant])}`;
    },
    async hotUpdate({ file: changed, modules }) {
      const { name, moduleGraph } = this.environment;
      if (name !== 'client' || !sources.has(changed)) return undefined;
      const before = JSON.stringify(current);
      await read();
      if (JSON.stringify(current) === before) return undefined;
      const contract = contractFiles.flatMap(({ file }) => [
        ...(moduleGraph.getModulesByFile(normalizePath(file)) ?? []),
      ]);
      for (const module of contract) moduleGraph.invalidateModule(module);
      return [...new Set([...modules, ...contract])];
    },
  };

  async function read() {
    sources = new Set(contractFiles.flatMap(({ file }) => [...modulesOf(file)].map(normalizePath)));
    const worker = new Worker(join(import.meta.dirname, 'scripts/build/contract-worker.ts'));
    [current] = await once(worker, 'message');
  }
}

/** Inserts name, colours and mark into the HTML, so that each has a single source. */
function brand(): Plugin {
  return {
    name: 'brand',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll('%APP_NAME%', () => escapeHtml(app.name))
          .replaceAll('%CANVAS%', app.colors.canvas)
          .replaceAll('%CANVAS_DARK%', app.colors.canvasDark)
          .replace('<!--brand-->', `<style>:root{${brandColors}}</style>`)
          .replace('%MARK%', folds),
    },
    generateBundle() {
      const source = `${markSvg({ size: MARK_SIZE, ink: app.colors.accent })}\n`;
      this.emitFile({ type: 'asset', fileName: 'favicon.svg', source });
    },
  };
}

const brandColors = [
  `--brand-canvas:${app.colors.canvas}`,
  `--brand-canvas-dark:${app.colors.canvasDark}`,
  `--brand-ink:${app.colors.ink}`,
  `--brand-accent:${app.colors.accent}`,
  `--brand-navigation-bar:${app.colors.navigationBar}`,
].join(';');

const folds = MARK_PANELS.map(
  (d, index) => `<path class="fold fold-${index + 1}" d="${d}" />`,
).join('');
