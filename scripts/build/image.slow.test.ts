import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { modulesOf } from '#scripts/check/imports.ts';
// @ts-expect-error plain JavaScript, because a fresh clone runs it on any Node
import { SERVER_INPUTS, SITE_INPUTS } from '#scripts/run/setup.mjs';
import { copyKit } from '#tests/support/kit-copy.ts';
import { spawnServer } from '#tests/support/server-process.ts';
import { signUp, statusOf } from '#tests/support/smoke.ts';

const root = join(import.meta.dirname, '../..');

const { packages } = JSON.parse(read('package-lock.json'));
const [buildStage = '', runStage = ''] = read('Dockerfile')
  .split(/^FROM /m)
  .slice(1);

test('The image contains what its build and the picture process need, and nothing ignored', () => {
  const [build, run] = [copiedFiles(buildStage), copiedFiles(runStage)];
  const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);
  for (const path of [...build, ...run]) {
    assert.ok(existsSync(join(root, path)), `${path} does not exist`);
    assert.ok(allowed.includes(path), `${path} is ignored`);
  }
  for (const input of [...SITE_INPUTS, ...SERVER_INPUTS])
    assert.ok(contains(build, input), `${input} is not copied to the build`);
  // The process runs from source, not from the bundle.
  for (const file of modulesOf(join(root, 'server/files/picture-worker.ts')))
    assert.ok(contains(run, relative(root, file)), `${file} is not copied`);
});

test('The image contains the packages that sharp depends on', () => {
  assert.deepEqual(packagesOfImage(), [...folders('sharp')].sort());
});

test('The built server and its commands need only the files and packages of the image', async (t) => {
  const { folder, run } = await createImageFolder(t);
  const server = await spawnServer(['dist-server/main.js'], { cwd: folder });
  t.after(() => server.child.kill('SIGKILL'));
  await server.listening();
  assert.equal(await statusOf(server, '/nowhere'), 404);
  const person = await signUp(server.url);
  assert.equal(await person.photoStatus(await person.upload()), 200);
  assert.match(await run('admin.js', 'grant', person.email), /is now an admin/);
  assert.match(await run('backup.js', 'backup.tgz'), /contains 3 users/);
  server.child.kill('SIGTERM');
  assert.deepEqual(await server.ended, { code: 0, signal: null, errors: '' });

  assert.match(await run('admin.js', 'delete-demo-accounts'), /^Deleted /);
  assert.match(await run('restore.js', 'backup.tgz'), /^Restored 3 users/m);
  assert.match(await run('migrate.js'), /up to date/);
});

/** Creates a folder with the content of the image and a site of one page. */
async function createImageFolder(t: TestContext) {
  const kit = copyKit();
  t.after(kit.remove);
  await kit.run('node', 'scripts/build/build-server.ts');
  const folder = mkdtempSync(join(tmpdir(), 'kit image-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['dist', 'dist-server', ...copiedFiles(runStage)])
    cpSync(join(kit.folder, name), join(folder, name), { recursive: true });
  for (const name of packagesOfImage())
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
    });
  return {
    folder,
    async run(program: string, ...args: string[]) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [join('dist-server', program), ...args],
        { cwd: folder, env: {} },
      );
      return stdout;
    },
  };
}

/** Lists what a stage of the Dockerfile copies from this folder. */
function copiedFiles(stage: string) {
  return [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
}

/** Lists the folders of node_modules that the image contains. */
function packagesOfImage() {
  return [...buildStage.matchAll(/ node_modules\/([@\w-]+)(?= )/g)]
    .map(([, name = '']) => name)
    .sort();
}

/** Finds the folders of a package and its dependencies in node_modules. */
function folders(name: string, found = new Set<string>()) {
  const { dependencies, optionalDependencies } = packages[`node_modules/${name}`];
  const [folder = ''] = name.split('/');
  found.add(folder);
  // For other platforms.
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
    if (!needed.includes('wasm32')) folders(needed, found);
  return found;
}

const contains = (copied: string[], file: string) =>
  copied.some((path) => file === path || file.startsWith(join(path, '/')));

function read(file: string) {
  return readFileSync(join(root, file), 'utf8');
}
