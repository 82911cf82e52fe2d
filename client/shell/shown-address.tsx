import { createContext, type ReactNode, useContext } from 'react';
import { type BaseLocationHook, Router, useSearch } from 'wouter';
import { findRoute } from '#client/routes.tsx';
import { navigate, usePath } from './navigate.ts';
import { useReadyScreen } from './use-ready-screen.ts';

/**
 * `leaving`: the screen stays while the code of the next one loads. `loading`: the code of the screen itself is loading.
 */
type ScreenState = 'open' | 'leaving' | 'loading';

const Shown = createContext({ path: '/', search: '', state: 'open' as ScreenState });

/**
 * Routes everything inside by the address whose screen is shown, so that links, title and screen change together. It
 * follows the address bar once the code of the new screen is loaded.
 */
export function ShownAddress({ children }: { children: ReactNode }) {
  const path = usePath();
  const address = `${path}?${useSearch()}`;
  const { target, isLoading } = useReadyScreen(address, findRoute(path).route.screen);
  const [shownPath = '', search = ''] = target.split('?', 2);
  const isLeaving = target !== address;
  const state: ScreenState = isLeaving ? 'leaving' : isLoading ? 'loading' : 'open';
  return (
    <Shown value={{ path: shownPath, search, state }}>
      <Router hook={useShownLocation} searchHook={useShownSearch}>
        {children}
      </Router>
    </Shown>
  );
}

export const useScreenState = () => useContext(Shown).state;

const useShownLocation = () => [useContext(Shown).path, navigate] as ReturnType<BaseLocationHook>;

const useShownSearch = () => useContext(Shown).search;
