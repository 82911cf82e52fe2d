import { useEffect } from 'react';
import { app } from '#app';

export const pageTitle = (title: string) =>
  title.includes(app.name) ? title : `${title} · ${app.name}`;

/** Names the page in the browser; the route table does this for every screen, a screen may say more. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
}
