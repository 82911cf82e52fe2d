import assert from 'node:assert/strict';
import { test } from 'node:test';
import 'fake-indexeddb/auto';
import type { LucideProps } from 'lucide-react';
import { forwardRef } from 'react';
// Loaded before there is a fake browser, which has no elements.
import '#client/sync/recover-photo.ts';
import { events } from '#client/testing/event-kind.ts';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { tasks } from '#client/testing/task-kind.ts';
import { itemScreens } from './item-screens.ts';

const icon = forwardRef<SVGSVGElement, LucideProps>(() => null);
// Has a path of the contract, whatever features are registered.
const eventsOnProfile = { ...events, many: 'open_events', path: '/profile' } as const;
const tasksOnProfile = { ...tasks, path: '/profile' } as const;

test('a kind of item needs only a label and an icon', () => {
  const { routes, ...rest } = itemScreens(eventsOnProfile, { label: 'Events', icon });
  const [route, ...others] = routes;
  assert.deepEqual(
    { ...route, screen: undefined },
    {
      path: '/profile',
      source: 'client/items/item-screen.tsx',
      screen: undefined,
      access: 'signed-in',
      title: 'Events',
      description: 'Your open events, on all your devices.',
      prerender: 'shell',
    },
  );
  assert.deepEqual(others, []);
  assert.deepEqual(rest, {
    navigation: { label: 'Events', icon, path: '/profile' },
    counts: { open_events: 'Events' },
  });
});

test('a feature can have its own title, description, screen and additional screens', async () => {
  const own = { source: 'features/tasks/client/tasks.tsx', load: async () => ({ default: Own }) };
  const [further] = itemScreens(eventsOnProfile, { label: 'Events', icon }).routes;
  assert.ok(further);
  const { routes, counts } = itemScreens(tasksOnProfile, {
    label: 'Tasks',
    icon,
    title: 'To do',
    description: 'What is left to do.',
    screen: own,
    routes: [further],
  });
  const [route] = routes;
  assert.equal(route?.title, 'To do');
  assert.equal(route?.description, 'What is left to do.');
  assert.equal(route?.source, own.source);
  assert.deepEqual(await route?.screen.load(), { default: Own });
  assert.equal(routes[1], further);
  assert.deepEqual(counts, { tasks: 'To do' });
});

test('a photo that arrives late is offered to kinds with photos', async () => {
  installFakeBrowser();
  const { recoverPhoto } = itemScreens(tasksOnProfile, { label: 'Tasks', icon });
  // Nobody is signed in, so no draft waits for it.
  assert.equal(await recoverPhoto?.({ kind: 'cancelled' }, 'takePhoto'), false);
  const { recoverPhoto: none } = itemScreens(eventsOnProfile, { label: 'Events', icon });
  assert.equal(none, undefined);
});

function Own() {
  return null;
}
