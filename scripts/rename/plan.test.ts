import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'plist';
import { app } from '#app';
import { nativeIdentity } from '../native/native-identity.ts';
import { packageNameOf, withPackageName, withSettings } from './plan.ts';

const NAMES = [`O'Neil & "Söhne" <b> \\ 字`, '@home', '?', '$& $1 %s %d ]]>', `''"`, 'My App'];
const DEFAULTS = { ...app, id: 'com.example.other', host: 'other.example', version: '1.2.3' };

test('app.config.ts gets the exact values, keeps its comments, and can be changed back', async () => {
  const before = readFileSync('app.config.ts', 'utf8');
  for (const name of NAMES) {
    const changed = { ...app, name, tagline: `${name}, as planned,`, sourceUrl: undefined };
    const text = withSettings(before, changed);
    const url = `data:text/javascript,${encodeURIComponent(text.replaceAll(/ as (string \| undefined|const)/g, ''))}`;
    assert.deepEqual((await import(url)).app, changed);
    assert.equal(text.match(/\/\*\*/g)?.length, before.match(/\/\*\*/g)?.length);
    assert.equal(withSettings(text, app), before);
  }
});

test('Info.plist contains the name, whatever characters it has', () => {
  for (const name of NAMES) {
    const info = nativeIdentity({ ...DEFAULTS, name }).get('ios/App/App/Info.plist');
    assert.equal((parse(String(info)) as { [key: string]: unknown }).CFBundleDisplayName, name);
  }
});

test('Android string resources contain the name with XML and Android escapes', () => {
  const expected = {
    'O\'Neil & "Söhne" <b> \\ 字': String.raw`O\'Neil &amp; \&quot;Söhne\&quot; &lt;b&gt; \\ 字`,
    '@home': String.raw`\@home`,
    '?': String.raw`\?`,
    '$& $1 %s %d ]]>': '$&amp; $1 %s %d ]]&gt;',
    'a@b?': 'a@b?',
  };
  for (const [name, escaped] of Object.entries(expected)) {
    const file = 'android/app/src/main/res/values/strings.xml';
    const text = String(nativeIdentity({ ...DEFAULTS, name }).get(file));
    const values = [...text.matchAll(/formatted="false">(.*)<\/string>/g)].map(
      ([, value]) => value,
    );
    assert.deepEqual(values, [escaped, escaped]);
  }
});

test('the Java sources move to the package named by the id', () => {
  const changes = nativeIdentity(DEFAULTS);
  const folder = 'android/app/src/main/java/com/example/other';
  const created = [...changes].filter(([file]) => file.startsWith(`${folder}/`));
  assert.ok(created.length > 0);
  for (const [, text] of created) assert.match(String(text), /^package com\.example\.other;$/m);
  const removed = [...changes].filter(([, content]) => content === undefined);
  assert.equal(removed.length, created.length);
  assert.match(
    String(changes.get('android/app/build.gradle')),
    /namespace = "com\.example\.other"/,
  );
});

test('the shells have the values of app.config.ts and package.json', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [file, content] of nativeIdentity({ ...app, version }))
    assert.equal(content, readFileSync(file, 'utf8'), file);
});

test('a higher version has a higher build number', () => {
  const numbers = [
    '0.0.1',
    '1.2.3',
    '1.2.99',
    '1.3.0',
    '1.99.99',
    '2.0.0-beta.1',
    '99999.99.99',
  ].map((version) => {
    const gradle = String(nativeIdentity({ ...DEFAULTS, version }).get('android/app/build.gradle'));
    return Number(/versionCode (\d+)/.exec(gradle)?.[1]);
  });
  assert.deepEqual(numbers, [1, 10203, 10299, 10300, 19999, 20000, 999_999_999]);
});

test('a version that would share its build number with another is rejected', () => {
  for (const version of ['1.2.100', '1.100.0', '100000.0.0', '1.2', '1.2.3.4', 'one'])
    assert.throws(() => nativeIdentity({ ...DEFAULTS, version }), {
      message: `The version in package.json is ${version}. Native apps need three numbers, the last two below 100, such as 1.2.3.`,
    });
});

test('package.json gets name and description, however it is formatted, or an error says what it lacks', () => {
  const compact = '{\n"name":"old",\n  "description":   "An \\"old\\" one",\n"private":true\n}';
  assert.deepEqual(JSON.parse(withPackageName(compact, 'new', 'A "$&" one')), {
    name: 'new',
    description: 'A "$&" one',
    private: true,
  });
  assert.throws(() => withPackageName('{ "name": "old" }', 'new', ''), /has no line with name/);
  assert.throws(
    () => withPackageName('{\n"name": "old"\n}', 'new', ''),
    /no line with description/,
  );
});

test('the package name has the words of the name, or the last word of the id', () => {
  for (const [name, expected] of [
    ['My App', 'my-app'],
    ['Bücher & "Söhne"', 'bucher-sohne'],
    ['笔记', 'myapp'],
  ] as const)
    assert.equal(packageNameOf({ name, id: 'com.example.myapp' }), expected);
});
