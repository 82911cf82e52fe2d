import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import {
  dismissErrorToast,
  dismissToast,
  holdToast,
  releaseToast,
  runToastAction,
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
