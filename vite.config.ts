import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { app } from '#app';
import type { Endpoint } from '#shared/endpoint.ts';
import { MARK_PANELS } from './client/components/mark.ts';

export default defineConfig({
  root: 'client',
  plugins: [endpointsWithoutSchemas(), brand(), react(), tailwindcss()],
  // Relative to client/. By default Vite serves the whole project, with its database and photos.
  server: {
    fs: { allow: ['.', '../shared', '../features', '../app.config.ts', '../node_modules'] },
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    manifest: true,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    // The oldest engines that the native app supports: iOS 15, and Android 7 with an updated WebView.
    target: ['chrome111', 'edge111', 'firefox114', 'safari15.4', 'ios15.4'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // Only the common code of lucide; each icon is in the chunk that uses it.
              test: /node_modules[\\/]((react|react-dom|scheduler|wouter|regexparam)[\\/]|lucide-react[\\/]dist[\\/]esm[\\/](?!icons))/,
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

/**
 * The client needs method, path and access of a call at run time, its schemas only as types.
 * Without this every page would download the whole contract and valibot.
 */
function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'endpoints-without-schemas',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('/shared/endpoints.ts')) return undefined;
      const slim = Object.entries(await readEndpoints()).map(([name, endpoint]) => {
        const { method, path, access, fallbackError }: Endpoint = endpoint;
        return [name, { method, path, access, fallbackError }];
      });
      return `export const endpoints = ${JSON.stringify(Object.fromEntries(slim))}`;
    },
  };
}

/** Imports the current contract. A static import would restart Vite after every change in shared/. */
async function readEndpoints() {
  const file = join(import.meta.dirname, 'shared/endpoints.ts');
  const url = `${pathToFileURL(file)}?changed=${statSync(file).mtimeMs}`;
  const { endpoints } = (await import(url)) as typeof import('#shared/endpoints.ts');
  return endpoints;
}

/** Inserts name, colours and mark into the HTML, so that each has a single source. */
function brand(): Plugin {
  return {
    name: 'brand',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll('%APP_NAME%', app.name)
          .replaceAll('%CANVAS%', app.colors.canvas)
          .replaceAll('%CANVAS_DARK%', app.colors.canvasDark)
          .replace('<!--brand-->', `<style>:root{${brandColors}}</style>`)
          .replace(
            '%MARK%',
            panels((number) => `class="fold fold-${number}"`),
          ),
    },
    generateBundle() {
      const opacity = [0.6, 1, 0.38];
      const paths = panels((n) => `fill="${app.colors.accent}" opacity="${opacity[n - 1]}"`);
      this.emitFile({
        type: 'asset',
        fileName: 'favicon.svg',
        source: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${paths}</svg>\n`,
      });
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

const panels = (attributes: (number: number) => string) =>
  MARK_PANELS.map((d, index) => `<path ${attributes(index + 1)} d="${d}" />`).join('');
