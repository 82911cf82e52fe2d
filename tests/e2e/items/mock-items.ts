import type { Page } from '@playwright/test';
import { allValuesOf, kind, urls, type Words } from './first-kind.ts';

export type MockItem = Partial<Words> & {
  photo_path?: string;
  created_at?: string;
  updated_at?: string;
};

/** Responds with the given items instead of the server, for example old ones or a thousand. */
export const mockItems = (page: Page, items: MockItem[]) =>
  page.route(urls.all, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { success: true, [kind.many]: items.map(toFullItem), seq: 0 } })
      : route.continue(),
  );

function toFullItem({ title, text, photo_path, ...item }: MockItem, index: number) {
  const time = new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString();
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    ...allValuesOf({ title: title ?? `Item ${index}`, text }),
    ...(kind.photo && { photo_path: photo_path ?? null }),
    created_at: time,
    updated_at: time,
    version: 1,
    ...item,
  };
}
