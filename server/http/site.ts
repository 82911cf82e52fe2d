import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Demo } from '#server/demo/demo-of.ts';
import { PUBLIC_URL_PLACEHOLDER } from '#shared/constants.ts';
import {
  hasParams,
  matchPath,
  pathOfPageFile,
  sortPaths,
  withoutTrailingSlash,
} from '#shared/path.ts';
import { createResource, type Resource } from './resource.ts';

export type Site = ReturnType<typeof loadSite>;

type PageValues = {
  publicUrl: string;
  /** Undefined in production. */
  demo: Demo | undefined;
};

/**
 * Reads the built site into memory, so that a running server depends neither on the folder nor on free file
 * descriptors. Pages are found by their path without `.html` and with any parameter values, other files by their name.
 * One build serves every address and mode: what differs is inserted here.
 */
export function loadSite(folder: string, { publicUrl, demo }: PageValues) {
  const resources = new Map<string, Resource>();
  const names = new Set(fileNames(folder));
  for (const name of names) {
    if (isTwin(name)) continue;
    const built = readFileSync(join(folder, name));
    const bytes = withDemo(name, withPublicUrl(name, built, publicUrl), demo);
    const isAsBuilt = bytes === built && names.has(`${name}.br`);
    const brotli = isAsBuilt ? readFileSync(join(folder, `${name}.br`)) : undefined;
    resources.set(pathOf(name), createResource({ name, bytes, brotli }));
  }
  const notFoundPage = resources.get(NOT_FOUND_PATH);
  resources.delete(NOT_FOUND_PATH);

  const withParams = sortPaths([...resources.keys()].filter(hasParams));

  return {
    /** Finds the file at a path, which must be in its normal form. */
    find(path: string) {
      const exact = resources.get(path);
      if (exact) return exact;
      const trimmed = withoutTrailingSlash(path);
      const pattern = withParams.find((one) => matchPath(one, trimmed)) ?? '';
      return resources.get(trimmed) ?? resources.get(pattern);
    },
    /** The page for every other path. Undefined if the site is not built, as in development. */
    notFoundPage,
  };

  function isTwin(name: string) {
    return name.endsWith('.br') && names.has(name.slice(0, -'.br'.length));
  }
}

const NOT_FOUND_PATH = '/404';

/** Lists the files of the site, with `/` between folders and without hidden files. */
function fileNames(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, sep).length))
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => !/(^|\/)\./.test(name));
}

/** Returns the URL path of a file. */
function pathOf(name: string) {
  return encodeURI(pathOfPageFile(`/${name.replace(/(^|\/)index\.html$|\.html$/, '$1')}`));
}

/** Replaces the placeholder for the public URL in a page, so that one build works at every address. */
function withPublicUrl(name: string, bytes: Buffer, publicUrl: string) {
  if (!/\.(html|xml|txt)$/.test(name) || !bytes.includes(PUBLIC_URL_PLACEHOLDER)) return bytes;
  return Buffer.from(bytes.toString().replaceAll(PUBLIC_URL_PLACEHOLDER, () => publicUrl));
}

/** Marks a page if it is one of a demo. */
function withDemo(name: string, bytes: Buffer, demo: Demo | undefined) {
  if (!demo || !name.endsWith('.html')) return bytes;
  return Buffer.from(markDemo(bytes.toString(), demo));
}

/** Marks a page of a demo for the style sheet, and adds the account for the sign-in button and the mailbox. */
export function markDemo(html: string, { account: { email, password }, mailbox }: Demo) {
  const attributes = [`data-demo="${email} ${password}"`, mailbox && `data-mailbox="${mailbox}"`];
  return html.replace('<html ', () => `<html ${attributes.filter(Boolean).join(' ')} `);
}
