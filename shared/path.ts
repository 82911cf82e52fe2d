/* In paths of screens and of endpoints, `:name` is a parameter of one segment. */

/** Paths of screens, and what opens a link to one that is followed outside of the app, such as one in an email. */
export type Paths = Readonly<Record<`/${string}`, 'browser' | 'app'>>;

/** Selects the paths without parameters. */
export type PlainPathOf<Path extends string> = Exclude<Path, `${string}/:${string}`>;

/** The parameters of a path: `{ id: string }` of `/tasks/:id`. */
export type Params<Path extends string> = { readonly [Name in ParamName<Path>]: string };

type ParamName<Path extends string> = Path extends `${infer Start}/${infer Rest}`
  ? ParamName<Start> | ParamName<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** Returns a path as declared: a browser may send `/tasks/` for `/tasks`. */
export const withoutTrailingSlash = (path: string) => path.replace(/(.)\/+$/, '$1');

export const hasParams = (path: string) => path.includes('/:');

/** Returns the parameters of a path that a browser sent, or undefined if the pattern does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const names = pattern.split('/');
  const values = path.split('/');
  if (names.length !== values.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? '';
    const decoded = name.startsWith(':') && decode(value);
    if (decoded) params[name.slice(1)] = decoded;
    else if (name !== value) return undefined;
  }
  return params;
}

/** Returns a path with its parameters filled in. */
export function fillPath(pattern: string, params: Readonly<Record<string, string>>) {
  return pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

/** Sorts paths so that the first one that matches is the most specific: `/tasks/new` before `/tasks/:id`. */
export function sortPaths(paths: string[]) {
  const key = (path: string) => path.replaceAll('/:', '/\uffff');
  return [...paths].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Returns the file name of a path's page, without `.html`. Windows forbids `:` in names. */
export const pageFileOf = (path: string) => path.replace(/\/:(\w+)/g, '/[$1]');

/** Returns the path whose page a file contains. */
export const pathOfPageFile = (name: string) => name.replace(/\/\[(\w+)\]/g, '/:$1');

function decode(segment: string) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
