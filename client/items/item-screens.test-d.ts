import type { LucideIcon } from 'lucide-react';
import type { ClientFeature } from '#client/feature.ts';
import { lazyScreen } from '#client/shell/route.ts';
import { events } from '#client/testing/event-kind.ts';
import type { ItemScreen } from './item-screen.tsx';
import { itemScreens } from './item-screens.ts';

// Not run, only compiled: each `@ts-expect-error` without an error below it makes tsc fail, and so `npm test`.

const registered = { ...events, path: '/profile' } as const;

/** Checks that only a registered kind has a screen, and that additional screens become routes of the app. */
export function features(icon: LucideIcon): ClientFeature[] {
  const screen = lazyScreen(async () => ({ default: () => null }));
  const rest = { screen, source: '', access: 'anyone', title: '', description: '' } as const;
  const label = 'Events';
  return [
    itemScreens(registered, { label, icon }),
    itemScreens(registered, {
      label,
      icon,
      routes: [{ ...rest, path: '/about', prerender: 'static' }],
    }),
    // @ts-expect-error: its path is not one of the contract
    itemScreens(events, { label, icon }),
    itemScreens(registered, {
      label,
      icon,
      // @ts-expect-error: the path is not one of the contract
      routes: [{ ...rest, path: '/events/past', prerender: 'shell' }],
    }),
  ];
}

/** Checks that what a feature adds to a screen knows the values of its items. */
export function additions(show: typeof ItemScreen) {
  return [
    show({ kind: events }),
    show({ kind: events, content: ({ title, seats }) => `${title.trim()} ${seats + 1}` }),
    show({ kind: events, summary: (all) => all?.map(({ place }) => place?.length).join() }),
    // @ts-expect-error: there is no such value
    show({ kind: events, content: ({ price }) => price }),
    show({
      kind: events,
      // @ts-expect-error: the number of seats is not a text
      sorts: [{ name: 'seats', label: 'Seats', compare: (a, b) => a.seats.localeCompare(b.seats) }],
    }),
  ];
}
