import { useRouter } from 'wouter';
import { navigate as go } from 'wouter/use-browser-location';
import { fillPath, type Params } from '#shared/path.ts';
import type { Address, FilledPath, PlainPath, RoutePath } from '#shared/paths.ts';

/** Opens a screen of the app. */
export const navigate: (to: Address, options?: { replace?: boolean; state?: unknown }) => void = go;

/**
 * Returns the path of the open screen as the browser sends it. Wouter's `useLocation` decodes it, which loses `%25`.
 */
export function usePath(): string {
  const router = useRouter();
  return router.hook(router)[0];
}

/** Returns the path of the open screen. For use outside rendering. */
export const currentPath = () => location.pathname as FilledPath;

/** Returns the address of a screen whose path has parameters: `pathTo('/tasks/:id', { id })`. */
export function pathTo<Path extends Exclude<RoutePath, PlainPath>>(
  path: Path,
  params: Params<Path>,
): FilledPath {
  return fillPath(path, params) as FilledPath;
}
