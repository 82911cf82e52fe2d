import assert from 'node:assert/strict';
import { test } from 'node:test';
import { app } from '#app';
import { isOfKit } from '../product/kit-identity.ts';
import { type AppSettings, contrastWithWhite, parseRename } from './settings.ts';

const VALID = {
  name: 'My App',
  id: 'com.example.myapp',
  url: 'https://my.app',
  support: 'help@my.app',
};

const PRODUCT = { ...app, sourceUrl: 'https://git.example.com/me/app' };

test('flags become settings, and other settings stay', () => {
  const { settings, problems, isDryRun } = parse(VALID, PRODUCT);
  assert.deepEqual(problems, []);
  assert.equal(isDryRun, false);
  assert.deepEqual(settings, {
    ...PRODUCT,
    name: 'My App',
    id: 'com.example.myapp',
    host: 'my.app',
    supportEmail: 'help@my.app',
  });
});

test('the kit’s repository address does not stay', {
  skip: !isOfKit('name', app.name),
}, () => {
  assert.notEqual(app.sourceUrl, undefined);
  assert.equal(parse(VALID).settings.sourceUrl, undefined);
});

test('every optional flag is used', () => {
  const texts = {
    source: 'https://git.example.com/me/app.git',
    tagline: 'Notes, everywhere',
    description: 'Takes notes on every device.',
  };
  const { settings } = parse({ ...VALID, ...texts, accent: '#A01040' });
  assert.equal(settings.sourceUrl, texts.source);
  assert.equal(settings.tagline, texts.tagline);
  assert.equal(settings.description, texts.description);
  assert.deepEqual(settings.colors, { ...app.colors, accent: '#a01040' });
});

test('one-line names in any script and with any punctuation are accepted', () => {
  for (const name of ['Bücher & Söhne', '笔记', `O'Neil "Q" <b>`, '$& $1 %s', '🗂️', '字'.repeat(30)])
    assert.equal(parse({ ...VALID, name }).settings.name, name);
  assert.equal(parse({ ...VALID, name: ' My\n  App ' }).settings.name, 'My App');
});

for (const [flag, wrong] of Object.entries({
  name: ['', '   ', '\u200b', 'x'.repeat(31), 'a\u0007b', 'a\ud800b', 'a\uffffb', 'a\u202eb'],
  id: [
    '',
    'app',
    'com.',
    'com.example.my-app',
    'com.example.my_app',
    'com.1example',
    'com.Example',
  ].concat([
    'com.example.new',
    'com.is.app',
    'com.example.object',
    'com..example',
    'com.example.app\n',
    `com.${'x'.repeat(150)}`,
  ]),
  url: [
    '',
    'my.app',
    'http://my.app',
    'https://my.app/path',
    'https://me@my.app',
    'ftp://my.app',
    'https://my.app:8443',
    'https://my.app?x',
    'https://intranet',
    'https://',
    'https://my.app.',
    'https://my..app',
  ].concat(
    [
      'https://*.my.app',
      'https://my"quoted".app',
      'https://my&your.app',
      'http://my"quoted".local',
    ],
    [`https://${'x'.repeat(64)}.app`, `https://${'x.'.repeat(126)}app`],
  ),
  support: [
    '',
    'help',
    'help@my',
    'help@my.app, x@my.app',
    'Help <help@my.app>',
    'help@my.app\n',
  ].concat([`${'x'.repeat(250)}@my.app`]),
  source: [
    '',
    'git@example.com:me/app',
    'http://git.example.com/me/app',
    'https://git.example.com',
  ].concat(['https://git.example.com/me/app;rm', `https://git.example.com/${'x'.repeat(200)}`]),
  accent: ['', 'red', '#fff', '#gggggg', '3b4fd8', '#ffcc00', '#777777'],
  tagline: ['', 'x'.repeat(61)],
  description: ['', 'x'.repeat(301)],
}))
  test(`a wrong --${flag} is rejected with a sentence that names the flag`, () => {
    for (const value of wrong) {
      const { problems } = parse({ ...VALID, [flag]: value });
      assert.equal(problems.length, 1, JSON.stringify(value));
      assert.match(problems[0] ?? '', new RegExp(`^--${flag} [^]+\\.$`));
    }
  });

test('an id that contains a Java or Kotlin keyword is rejected, naming the keyword', () => {
  for (const word of 'class int new in is as fun val var when object typealias typeof'.split(' '))
    assert.deepEqual(parse({ ...VALID, id: `com.${word}.app` }).problems, [
      `--id must not contain "${word}", which is a keyword of Java or Kotlin.`,
    ]);
  assert.deepEqual(parse({ ...VALID, id: 'com.inside.island' }).problems, []);
});

test('an id in a platform package is rejected, naming the package', () => {
  for (const word of ['java', 'javax', 'android', 'dalvik', 'kotlin'])
    assert.deepEqual(parse({ ...VALID, id: `${word}.app` }).problems, [
      `--id must not start with "${word}", which belongs to the platform.`,
    ]);
  assert.deepEqual(parse({ ...VALID, id: 'com.android.app' }).problems, []);
});

test('all problems are reported at once', () => {
  const { problems } = parseRename(['--name', '', '--id=x', '--colour=red', 'App', '--support']);
  assert.deepEqual(
    problems.map((problem) => problem.split(' ').slice(0, 3).join(' ')),
    [
      'Unexpected value "App".',
      '--url is missing.',
      '--name must not',
      '--id must be',
      'Unknown flag --colour.',
      '--support needs a',
    ],
  );
});

test('plain http is accepted for this machine and private networks', () => {
  for (const [url, host] of [
    ['http://localhost:3000', 'localhost'],
    ['http://192.168.1.20', '192.168.1.20'],
    ['http://app.test', 'app.test'],
  ] as const)
    assert.equal(parse({ ...VALID, url }).settings.host, host);
});

test('a host with umlauts is stored in ASCII form, which phones compare', () => {
  assert.equal(
    parse({ ...VALID, url: 'https://bücher.example/' }).settings.host,
    'xn--bcher-kva.example',
  );
});

test('the contrast with white is computed as in WCAG', () => {
  for (const [color, expected] of [
    ['#000000', 21],
    ['#ffffff', 1],
    ['#767676', 4.54],
    ['#777777', 4.48],
    ['#ff0000', 4],
  ] as const)
    assert.equal(Math.round(contrastWithWhite(color) * 100) / 100, expected);
});

function parse(flags: Record<string, string>, current?: AppSettings) {
  return parseRename(
    Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`),
    current,
  );
}
