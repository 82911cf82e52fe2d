import { useEffect } from 'react';
import { app } from '#app';

export const pageTitle = (title: string) =>
  title.includes(app.name) ? title : `${title} · ${app.name}`;

/** Sets the page title. The shell does this for every screen; a screen may set a more specific one. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
}
