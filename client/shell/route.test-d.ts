import { lazyScreen, type RouteOf } from './route.ts';

// Not run, only compiled: each `@ts-expect-error` without an error below it makes tsc fail, and so `npm test`.

/** Checks that a screen takes the parameters of its path. */
export function screens() {
  type TaskScreen = { params: { id: string } };
  const taskScreen = lazyScreen(async () => ({ default: (_: TaskScreen) => null }));
  const plainScreen = lazyScreen(async () => ({ default: () => null }));
  const rest = { source: '', access: 'anyone', title: '', description: '' } as const;
  const fitting: [RouteOf<'/tasks/:id'>, RouteOf<'/tasks/:id'>, RouteOf<'/tasks'>] = [
    { ...rest, path: '/tasks/:id', screen: taskScreen, prerender: 'shell' },
    { ...rest, path: '/tasks/:id', screen: plainScreen, prerender: 'shell' },
    { ...rest, path: '/tasks', screen: plainScreen, prerender: 'static' },
  ];
  const wrong: [RouteOf<'/tasks'>, RouteOf<'/tasks/:name'>, RouteOf<'/tasks/:id'>] = [
    // @ts-expect-error: the path has no parameter
    { ...rest, path: '/tasks', screen: taskScreen, prerender: 'shell' },
    // @ts-expect-error: its parameter has another name
    { ...rest, path: '/tasks/:name', screen: taskScreen, prerender: 'shell' },
    // @ts-expect-error: the HTML cannot contain a screen whose parameters are not known
    { ...rest, path: '/tasks/:id', screen: taskScreen, prerender: 'static' },
  ];
  return [...fitting, ...wrong];
}
