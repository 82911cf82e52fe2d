import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { app } from '#app';
import { escapeHtml } from '#shared/escape-html.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { emailTo } from '#tests/support/mailbox.ts';
import { signUp } from '#tests/support/smoke.ts';

const DIFFICULT = {
  name: `$& "Zwölf" & <O'Qx> 字 %s`,
  id: 'org.zwoelf.qx',
  url: 'https://zwölf.example',
  support: 'hilfe@zwoelf.example',
  accent: '#8a1c4a',
};
const ORIGINAL = {
  name: app.name,
  id: app.id,
  url: `https://${app.host}`,
  support: app.supportEmail,
  accent: app.colors.accent,
  ...(app.sourceUrl && { source: app.sourceUrl }),
};
/** Its text is drawn with the machine's fonts. */
const SOCIAL_CARD = 'client/public/social-card.png';
/** The files in which a product may keep the kit's name. */
const KEEPS_NAME = ['README.md', 'CHANGELOG.md', 'LICENSE'];

test('a renamed kit shows no trace of its name, type-checks, lints, builds and works, and can be renamed back', async (t) => {
  const kit = copyKit({ ownModules: true });
  t.after(kit.remove);
  const rename = (flags: Record<string, string>, ...more: string[]) =>
    kit.output(
      'node',
      'scripts/rename/rename.ts',
      ...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`),
      ...more,
      '--no-pictures',
    );
  const cloned = hashesOf(kit);

  await t.test('renaming to its own name changes nothing', async () => {
    await rename(ORIGINAL);
    const changed = differences(cloned, hashesOf(kit));
    assert.deepEqual(
      changed.filter((file) => file !== SOCIAL_CARD),
      [],
    );
  });
  const original = hashesOf(kit);

  await t.test('wrong values change nothing', async () => {
    const wrong = rename({ ...DIFFICULT, id: 'wrong', url: 'http://zwoelf.example' });
    await assert.rejects(
      wrong,
      /--id must be [\s\S]*--url must start with https[\s\S]*Nothing was/,
    );
    assert.deepEqual(hashesOf(kit), original);
  });

  const announced = await rename(DIFFICULT, '--dry-run');
  await t.test('a dry run lists what would change and changes nothing', async () => {
    assert.deepEqual(hashesOf(kit), original);
    await rename(DIFFICULT);
    const changed = differences(original, hashesOf(kit));
    if (isKit()) {
      assert.match(announced, /^Still that of the kit in app\.config\.ts: tagline and/m);
      assert.match(announced, /^README\.md still describes the kit\b/m);
      assert.match(
        announced,
        /^The logo and all icons are still those of the kit: .+ npm run assets/m,
      );
    }
    const files = [...announced.matchAll(/^(?:changes|creates|removes) {2}(.+)$/gm)];
    assert.deepEqual(files.map(([, file = '']) => file).sort(), changed);
    assert.match(announced, new RegExp(`^${changed.length} files would change\\.$`, 'm'));
  });
  const renamed = hashesOf(kit);

  await t.test('renaming again to the same name changes nothing', async () => {
    assert.match(await rename(DIFFICULT), /^0 files changed\.$/m);
    assert.deepEqual(hashesOf(kit), renamed);
  });
  await t.test('no trace of the old name is left', { skip: !isKit() && 'a product' }, () => {
    const traces = [app.name, app.id, app.id.replaceAll('.', '/'), app.host, app.supportEmail];
    const files = kit.files().filter((file) => !KEEPS_NAME.includes(file));
    for (const trace of traces)
      assert.deepEqual(
        files.filter((file) => contains(kit.folder, file, trace)),
        [],
        trace,
      );
  });

  await t.test('types', () => kit.checkTypes());
  await t.test('lint and format', () => kit.lint());
  await t.test('tests of code that contains the name, the id or an address', async () => {
    for (const [suite, ...words] of [
      ['unit', 'client/native', 'client/session', 'client/export', 'local-database'],
      ['sqlite', 'mail/emails', 'mail/smtp', 'server/config', 'app-links', 'openapi'],
      ['scripts', 'scripts/rename', 'documents', 'deployment'],
    ] as const)
      await kit.run('node', 'scripts/test/test.ts', '--only', suite, ...words);
  });
  await t.test('build', () => kit.run('node', 'scripts/build/build.ts'));
  await t.test('pages, manifest and emails have the new name, and a user can sign up', async () => {
    const data = join(kit.folder, 'data');
    const server = await kit.start({ DATA_DIR: data }, { main: 'server/main.ts' });
    await server.listening();
    const read = async (path: string) => (await fetch(server.url + path)).text();
    const name = escapeHtml(DIFFICULT.name);
    assert.match(await read('/about'), includes(`<title>About · ${name}</title>`));
    assert.match(await read('/'), includes(`<p>Initializing ${name}…</p>`));
    assert.match(await read('/help'), includes(`mailto:${DIFFICULT.support}`));
    if (isKit()) assert.doesNotMatch(await read('/'), /git clone/);
    assert.equal(JSON.parse(await read('/manifest.webmanifest')).name, DIFFICULT.name);
    const person = await signUp(server.url);
    const { subject } = await emailTo(server.url, person.email);
    assert.equal(subject, `Confirm your email for ${DIFFICULT.name}`);
    server.child.kill();
    assert.equal((await server.ended).code, 0);
  });

  await t.test('renaming back restores the original, byte for byte', async () => {
    await rename(ORIGINAL);
    assert.deepEqual(hashesOf(kit), original);
  });
});

/** Tells by the license whether this is the kit itself. A product may contain its own name anywhere. */
function isKit() {
  return readFileSync('LICENSE', 'utf8').includes(`The ${app.name} authors`);
}

function hashesOf(kit: ReturnType<typeof copyKit>) {
  return Object.fromEntries(
    kit
      .files()
      .sort()
      .map((file) => {
        const hash = createHash('sha256').update(readFileSync(join(kit.folder, file)));
        return [file, hash.digest('hex')];
      }),
  );
}

function differences(before: Record<string, string>, after: Record<string, string>) {
  const files = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...files].filter((file) => before[file] !== after[file]).sort();
}

function contains(folder: string, file: string, trace: string) {
  const text = `${file}\n${readFileSync(join(folder, file), 'utf8')}`;
  return text.toLowerCase().includes(trace.toLowerCase());
}

const includes = (text: string) => new RegExp(text.replaceAll(/\W/g, '\\$&'));
