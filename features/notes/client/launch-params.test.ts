import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { NOTE_CONTENT_MAX_CHARACTERS, NOTE_TITLE_MAX_CHARACTERS } from '../contract.ts';
import { readNewNoteRequest, readShareRequest } from './launch-params.ts';

const open = (params: Record<string, string>) =>
  installFakeBrowser(`https://trifold.example/notes?${new URLSearchParams(params)}`);

test('an address without launch parameters asks for no note and stays as it is', () => {
  const { location } = open({ sort: 'title' });
  assert.equal(readNewNoteRequest(), undefined);
  assert.equal(location.search, '?sort=title');
});

test('the shortcut asks for an empty note', () => {
  open({ new: '' });
  assert.deepEqual(readNewNoteRequest(), { title: '', content: '' });
});

test('what another app shares becomes title and content', () => {
  open({ title: 'Recipe', text: 'Two eggs', url: 'https://example.com/' });
  assert.deepEqual(readNewNoteRequest(), {
    title: 'Recipe',
    content: 'Two eggs\nhttps://example.com/',
  });
});

test('an address alone is shared without an empty line before it', () => {
  open({ title: '', text: '', url: 'https://example.com/' });
  assert.deepEqual(readNewNoteRequest(), { title: '', content: 'https://example.com/' });
});

test('a request is answered once: it leaves the address and keeps the history entry', () => {
  const { location, history } = open({ new: '' });
  history.state = { scroll: 5 };
  assert.notEqual(readNewNoteRequest(), undefined);
  assert.equal(location.href, 'https://trifold.example/notes');
  assert.deepEqual(history.state, { scroll: 5 });
  assert.equal(readNewNoteRequest(), undefined);
});

test('shared text is cut where the note is full, between two characters', () => {
  const title = 't'.repeat(NOTE_TITLE_MAX_CHARACTERS - 1);
  const text = 'x'.repeat(NOTE_CONTENT_MAX_CHARACTERS - 1);
  open({ title: `${title}🥚`, text: `${text}🥚` });
  assert.deepEqual(readNewNoteRequest(), { title, content: text });
  open({ title: `${title}ab`, text: `${text}ab` });
  assert.deepEqual(readNewNoteRequest(), { title: `${title}a`, content: `${text}a` });
});

test('what the service worker received is asked for once', () => {
  const { location } = open({ shared: '' });
  assert.equal(readNewNoteRequest(), undefined);
  assert.equal(readShareRequest(), 'received');
  assert.equal(location.href, 'https://trifold.example/notes');
  assert.equal(readShareRequest(), undefined);
});

test('what only the server received is lost', () => {
  open({ share: '' });
  assert.equal(readShareRequest(), 'lost');
});
