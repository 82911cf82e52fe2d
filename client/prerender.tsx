import { renderToString } from 'react-dom/server';
import { app } from '#app';
import { escapeHtml } from '#shared/escape-html.ts';
import { hasParams, pageFileOf } from '#shared/path.ts';
import { allPaths } from '#shared/paths.ts';
import { App } from './app.tsx';
import { pageTitle } from './page/page-title.ts';
import { notFound, routes } from './routes.tsx';
import type { Route } from './shell/route.ts';

export type Page = {
  path: string;
  source: string;
  /** In the output folder. */
  file: string;
  prerender: Route['prerender'];
  inSitemap: boolean;
  head: string;
  body: string;
};

/** Renders every page of the app to HTML, at build time. */
export async function renderPages(publicUrl: string): Promise<Page[]> {
  for (const path of allPaths())
    if (!routes.some((route) => route.path === path))
      throw new Error(`The contract declares the path ${path}, but no screen has it.`);
  return Promise.all([...routes, notFound].map((route) => renderPage(route, publicUrl)));
}

async function renderPage(route: Route, publicUrl: string): Promise<Page> {
  await route.screen.load();
  return {
    path: route.path,
    source: route.source,
    file: route.path === '/' ? 'index.html' : `${pageFileOf(route.path).slice(1)}.html`,
    prerender: route.prerender,
    // The HTML of the other screens is only the frame, or needs a token in the address: not useful for search engines.
    inSitemap: route !== notFound && ['static', 'form'].includes(route.prerender),
    head: renderHead(route, publicUrl),
    body: renderToString(<App prerenderedPath={route.path} />),
  };
}

function renderHead({ path, title, description }: Route, publicUrl: string) {
  // Each parameter value is a separate address, unknown at build time.
  const address = path === notFound.path || hasParams(path) ? undefined : publicUrl + path;
  const image = `${publicUrl}/social-card.png`;
  return [
    `<title>${escapeHtml(pageTitle(title))}</title>`,
    named('description', description),
    ...(address ? [`<link rel="canonical" href="${escapeHtml(address)}">`] : []),
    property('og:type', 'website'),
    property('og:site_name', app.name),
    property('og:title', pageTitle(title)),
    property('og:description', description),
    ...(address ? [property('og:url', address)] : []),
    property('og:image', image),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', `${app.name}: ${app.tagline}`),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', pageTitle(title)),
    named('twitter:description', description),
    named('twitter:image', image),
  ].join('\n    ');
}

const named = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}">`;

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`;
