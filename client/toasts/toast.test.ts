import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, mock, test } from 'node:test';
import { LEAVING_MS } from '#client/constants.ts';
import {
  dismissErrorToast,
  dismissToast,
  holdToast,
  releaseToast,
  runToastAction,
  type Toast,
  toast,
  toastStore,
} from './toast.ts';

const shownTitle = () => toastStore.get()?.title;

mock.timers.enable({ apis: ['setTimeout'] });
beforeEach(dismissToast);

test('a toast disappears 3000 ms after it appeared', () => {
  toast({ title: 'Saved' });
  mock.timers.tick(2999);
  assert.equal(shownTitle(), 'Saved');
  mock.timers.tick(1);
  assert.equal(shownTitle(), undefined);
});

test('a second toast replaces the first and stays for its own 3000 ms', () => {
  toast({ title: 'First' });
  mock.timers.tick(2000);
  toast({ title: 'Second' });
  assert.equal(shownTitle(), 'Second');
  mock.timers.tick(2999);
  assert.equal(shownTitle(), 'Second');
  mock.timers.tick(1);
  assert.equal(shownTitle(), undefined);
});

test('two toasts with the same text are different toasts', () => {
  toast({ title: 'Network error' });
  const first = toastStore.get();
  toast({ title: 'Network error' });
  assert.notEqual(toastStore.get()?.id, first?.id);
});

test('dismissing a toast early does not affect the next toast', () => {
  toast({ title: 'First' });
  mock.timers.tick(1000);
  dismissToast();
  assert.equal(shownTitle(), undefined);
  toast({ title: 'Second' });
  mock.timers.tick(2999);
  assert.equal(shownTitle(), 'Second');
});

test('dismissing errors removes an error and leaves any other toast', () => {
  toast({ title: 'Sign in failed', kind: 'destructive' });
  dismissErrorToast();
  assert.equal(shownTitle(), undefined);
  toast({ title: 'Saved' });
  dismissErrorToast();
  assert.equal(shownTitle(), 'Saved');
});

test('listeners are told of every toast until they unsubscribe', () => {
  const titles: unknown[] = [];
  const unsubscribe = toastStore.subscribe(() => titles.push(shownTitle()));
  toast({ title: 'First' });
  mock.timers.tick(3000);
  unsubscribe();
  toast({ title: 'Second' });
  assert.deepEqual(titles, ['First', undefined]);
});

test('a held toast stays, and disappears 3000 ms after it is released', () => {
  toast({ title: 'Deleted', action: { label: 'Undo', run() {} } });
  mock.timers.tick(2999);
  holdToast();
  mock.timers.tick(60_000);
  assert.equal(shownTitle(), 'Deleted');
  releaseToast();
  mock.timers.tick(2999);
  assert.equal(shownTitle(), 'Deleted');
  mock.timers.tick(1);
  assert.equal(shownTitle(), undefined);
});

test('the action of a toast runs once and may show another toast', () => {
  const run = mock.fn(() => toast({ title: 'Restored' }));
  toast({ title: 'Deleted', action: { label: 'Undo', run } });
  runToastAction();
  assert.equal(shownTitle(), 'Restored');
  runToastAction();
  assert.equal(run.mock.callCount(), 1);
});

test('a quiet message replaces a message without buttons', () => {
  toast({ title: 'Changes merged' });
  toast({ title: 'Note updated', kind: 'quiet' });
  assert.equal(shownTitle(), 'Note updated');
  toast({ title: 'Note created', kind: 'quiet' });
  assert.equal(shownTitle(), 'Note created');
});

for (const [what, important] of Object.entries({
  'an error': { title: 'Update failed', kind: 'destructive' },
  Undo: { title: 'Note deleted', action: { label: 'Undo', run() {} } },
} satisfies Record<string, Toast>))
  test(`a quiet message does not replace ${what}: it is only said, unless it says the same`, () => {
    toast(important);
    mock.timers.tick(2000);
    toast({ title: important.title, kind: 'quiet' });
    assert.equal(toastStore.get()?.said, undefined);
    toast({ title: 'Note updated', kind: 'quiet' });
    assert.equal(shownTitle(), important.title);
    assert.equal(toastStore.get()?.said, 'Note updated');
    mock.timers.tick(1000);
    assert.equal(shownTitle(), undefined);
  });

describe('with motion', () => {
  before(() => Object.assign(globalThis, { matchMedia: () => ({ matches: true }) }));
  beforeEach(() => mock.timers.tick(LEAVING_MS));
  after(() => Reflect.deleteProperty(globalThis, 'matchMedia'));

  const isLeaving = () => toastStore.get()?.isLeaving;

  test('the motion of the end is over 3000 ms after the toast appeared', () => {
    toast({ title: 'Saved' });
    mock.timers.tick(3000 - LEAVING_MS - 1);
    assert.equal(isLeaving(), undefined);
    mock.timers.tick(1);
    assert.equal(isLeaving(), true);
    mock.timers.tick(LEAVING_MS - 1);
    assert.equal(shownTitle(), 'Saved');
    mock.timers.tick(1);
    assert.equal(shownTitle(), undefined);
  });

  test('a toast replaces a leaving one at once, and its action cannot run any more', () => {
    const run = mock.fn();
    toast({ title: 'Deleted', action: { label: 'Undo', run } });
    dismissToast();
    assert.equal(isLeaving(), true);
    runToastAction();
    assert.equal(run.mock.callCount(), 0);
    toast({ title: 'Saved', kind: 'quiet' });
    assert.equal(shownTitle(), 'Saved');
    mock.timers.tick(LEAVING_MS);
    assert.equal(shownTitle(), 'Saved');
  });
});
