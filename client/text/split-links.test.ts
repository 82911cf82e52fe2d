import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitLinks } from './split-links.ts';

const linksIn = (text: string) =>
  splitLinks(text).flatMap((part) => (part.kind === 'link' ? [part.text] : []));

test('a text is split into links and the text between them, and nothing is lost', () => {
  const text = 'See https://example.com/a?b=c#d or\nmailto:anna@example.com today.';
  assert.deepEqual(splitLinks(text), [
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'https://example.com/a?b=c#d' },
    { kind: 'text', text: ' or\n' },
    { kind: 'link', text: 'mailto:anna@example.com' },
    { kind: 'text', text: ' today.' },
  ]);
  assert.deepEqual(splitLinks(''), []);
  assert.deepEqual(splitLinks('No link'), [{ kind: 'text', text: 'No link' }]);
});

test('the punctuation of a sentence is not part of a link', () => {
  const cases: [text: string, link: string][] = [
    ['Read http://example.com/page.', 'http://example.com/page'],
    ['Really (https://example.com)?!', 'https://example.com'],
    ['“https://example.com”', 'https://example.com'],
    ['**https://example.com/a_b**', 'https://example.com/a_b'],
    ['[x](https://example.com/a(b))', 'https://example.com/a(b)'],
    ['https://de.wikipedia.org/wiki/Bank_(Möbel)', 'https://de.wikipedia.org/wiki/Bank_(Möbel)'],
    ['場所は「https://example.com/東京」です。', 'https://example.com/東京'],
    ['https://example.com/東京。', 'https://example.com/東京'],
    ['HTTPS://EXAMPLE.COM', 'HTTPS://EXAMPLE.COM'],
  ];
  for (const [text, link] of cases) assert.deepEqual(linksIn(text), [link], text);
});

test('only http, https and mailto become links', () => {
  for (const text of [
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x file:///etc/passwd ftp://example.com',
    'xhttps://example.com',
    'https:// https://. mailto: mailto:nobody',
    'http://[',
  ])
    assert.deepEqual(linksIn(text), [], text);
});

test('markup, quotes and direction marks end a link', () => {
  for (const text of [
    'https://example.com"onmouseover="alert(1)',
    'https://example.com<img src=x>',
    'https://example.com\u202Emoc.live',
    'https://example.com\u0000x',
  ])
    assert.deepEqual(linksIn(text), ['https://example.com'], text);
});

test('a long text of near-links is split without loss', () => {
  const text = 'https://'.repeat(200) + ')'.repeat(200);
  const parts = splitLinks(text).map((part) => part.text);
  assert.equal(parts.join(''), text);
});
