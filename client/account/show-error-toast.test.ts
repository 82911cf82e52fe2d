import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { ApiError } from '#client/api-client/api-error.ts';
import { dismissToast, toastStore } from '#client/toasts/toast.ts';
import { showErrorToast } from './show-error-toast.ts';

const FAILED = { title: 'Registration failed', message: 'Please try again.' };

mock.timers.enable({ apis: ['setTimeout'] });
beforeEach(dismissToast);

test('the toast has the message of the error', () => {
  showErrorToast(FAILED, new ApiError({ error: 'Network error', status: 0 }));
  assert.equal(toastStore.get()?.message, 'Network error');
});

test('an error that only repeats the title leaves the toast its own message', () => {
  showErrorToast(FAILED, new ApiError({ error: 'Registration failed', status: 502 }));
  assert.equal(toastStore.get()?.message, 'Please try again.');
});

test('the end of a session shows nothing: the session has its own toast', () => {
  showErrorToast(
    FAILED,
    new ApiError({ error: 'Session expired', status: 401, isAuthError: true }),
  );
  assert.equal(toastStore.get(), undefined);
});
