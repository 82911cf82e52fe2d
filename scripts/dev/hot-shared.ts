import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { EnvironmentModuleNode, Plugin } from 'vite';

/** Modules with rules and texts but without state: shared modules, contracts and messages. */
const STATELESS =
  /^(shared\/.+|features\/([^/]+\/)?contract|(client|features\/[^/]+\/client)\/(.+\/)?messages)\.ts$/;
/** The contracts of features. Screens keep what they derived from a definition, such as its labels. */
const CONTRACT = /^features\/[^/]+\/contract\.ts$/;
const EXPORT = /^export (const|let|function|async function|class) (\w+)/gm;

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = 'virtual:hot-shared';

/**
 * Applies edits of stateless modules without a reload. Vite would have to replace every module that imports them,
 * including the session and the stored data, and would reload the page instead. So the page loads the edited module and
 * the stateless modules that import it, copies their values to the existing instances, and then renders the components
 * that import them. A changed number or text still reloads the page, because modules may have computed something from
 * it.
 */
export function hotShared(): Plugin {
  return {
    name: 'hot-shared',
    resolveId: (id) => (id === CLIENT ? `\0${CLIENT}` : undefined),
    load: (id) =>
      id === `\0${CLIENT}`
        ? readFileSync(join(import.meta.dirname, 'hot-shared-client.mjs'), 'utf8')
        : undefined,

    transform(code, id) {
      if (!isStateless(id)) return undefined;
      const names = [...code.matchAll(EXPORT)].map(([, , name]) => name);
      if (names.length === 0) return undefined;
      const assignments = names.map((name) => `${name} = renew(${name}, next.${name});`).join(' ');
      return {
        // Without new lines before the code, so that the source map stays valid.
        code: `${code.replaceAll(/^export const /gm, 'export let ')}
import { register, renew } from '${CLIENT}';
register(${JSON.stringify(id)}, import.meta.url, (next) => { ${assignments} });`,
        map: null,
      };
    },

    hotUpdate({ modules }) {
      const { name, hot } = this.environment;
      if (name !== 'client' || !modules.some(({ id }) => isStateless(id))) return undefined;
      if (modules.some(({ id }) => id && CONTRACT.test(pathOf(id)))) {
        hot.send({ type: 'full-reload' });
        return [];
      }
      const replaced = inOrder(modules);
      hot.send(
        'shared:changed',
        replaced.map(({ id }) => id),
      );
      // The page handles one message after the other, so the components are rendered when the modules are replaced.
      const components = replaced
        .flatMap(({ importers }) => [...importers])
        .filter(({ file }) => file?.endsWith('.tsx'));
      return [...new Set([...modules.filter(({ id }) => !isStateless(id)), ...components])];
    },
  };
}

function isStateless(id: string | null) {
  return id !== null && STATELESS.test(pathOf(id));
}

/** Returns the path of a module from the root, as in imports. */
const pathOf = (id: string) => relative(ROOT, id).replaceAll('\\', '/');

/** Returns the stateless modules that changed or import a changed one, each after its imports. */
function inOrder(changed: EnvironmentModuleNode[]) {
  const ordered = new Set<EnvironmentModuleNode>();
  const visit = (module: EnvironmentModuleNode) => {
    if (ordered.has(module) || !isStateless(module.id)) return;
    for (const importer of module.importers) visit(importer);
    ordered.add(module);
  };
  for (const module of changed) visit(module);
  return [...ordered].reverse();
}
