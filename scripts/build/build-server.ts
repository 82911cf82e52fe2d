/**
 * Bundles the server and its commands with their packages into dist-server/: otherwise a start would spend most of its
 * time on finding and compiling hundreds of files.
 */
import { rm } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { build, type Plugin } from 'rolldown';
import { SERVER_PROGRAMS } from './server-programs.ts';

const FOLDER = resolve('dist-server');
const [server = '', ...commands] = SERVER_PROGRAMS;

await rm(FOLDER, { recursive: true, force: true });
// Separately: otherwise the server would load many small files with code that it shares with the commands.
await bundle([server]);
await bundle(commands);

async function bundle(input: string[]) {
  await build({
    input,
    platform: 'node',
    // Packages with native libraries. Nobody installs pg-native, which pg would use.
    external: ['sharp', 'pg-native'],
    plugins: [sourceFolders()],
    output: { dir: FOLDER, sourcemap: true },
    logLevel: 'warn',
  });
}

/** Makes `import.meta.dirname` the source folder, because modules read files from there. */
function sourceFolders(): Plugin {
  return {
    name: 'source-folders',
    transform: {
      filter: { code: 'import.meta.dirname' },
      handler(code, id) {
        const folder = relative(FOLDER, dirname(id)).replaceAll('\\', '/');
        return {
          code: code.replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`),
          // Not needed, because lines stay the same.
          map: null,
        };
      },
    },
  };
}
