import assert from 'node:assert/strict';
import { test } from 'node:test';
import { events } from '#client/testing/event-kind.ts';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { readNewRequest, readShareRequest } from './launch-params.ts';

// The limits of the entity.
const TITLE_MAX = 20;
const DETAILS_MAX = 40;

const open = (params: Record<string, string>) =>
  installFakeBrowser(`https://app.example/events?${new URLSearchParams(params)}`);

test('an address without launch parameters requests no item and stays unchanged', () => {
  const { location } = open({ sort: 'title' });
  assert.equal(readNewRequest(events), undefined);
  assert.equal(location.search, '?sort=title');
});

test('the shortcut requests an empty item', () => {
  open({ new: '' });
  assert.deepEqual(readNewRequest(events), { title: '', details: '' });
});

test('what another app shares becomes the first text and the first long text', () => {
  open({ title: 'Recipe', text: 'Two eggs', url: 'https://example.com/' });
  assert.deepEqual(readNewRequest(events), {
    title: 'Recipe',
    details: 'Two eggs\nhttps://example.com/',
  });
});

test('a shared address without text has no empty line before it', () => {
  open({ title: '', text: '', url: 'https://example.com/' });
  assert.deepEqual(readNewRequest(events), { title: '', details: 'https://example.com/' });
});

test('a request is read once: it is removed from the address and keeps the history entry', () => {
  const { location, history } = open({ new: '' });
  history.state = { scroll: 5 };
  assert.notEqual(readNewRequest(events), undefined);
  assert.equal(location.href, 'https://app.example/events');
  assert.deepEqual(history.state, { scroll: 5 });
  assert.equal(readNewRequest(events), undefined);
});

test("shared text is cut at the field's limit, between two characters", () => {
  const title = 't'.repeat(TITLE_MAX - 1);
  const text = 'x'.repeat(DETAILS_MAX - 1);
  open({ title: `${title}🥚`, text: `${text}🥚` });
  assert.deepEqual(readNewRequest(events), { title, details: text });
  open({ title: `${title}ab`, text: `${text}ab` });
  assert.deepEqual(readNewRequest(events), { title: `${title}a`, details: `${text}a` });
});

test('content that the service worker received is requested once', () => {
  const { location } = open({ shared: '' });
  assert.equal(readNewRequest(events), undefined);
  assert.equal(readShareRequest(), 'received');
  assert.equal(location.href, 'https://app.example/events');
  assert.equal(readShareRequest(), undefined);
});

test('content that only the server received is lost', () => {
  open({ share: '' });
  assert.equal(readShareRequest(), 'lost');
});
