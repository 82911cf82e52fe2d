import { QueryClient } from '@tanstack/react-query';
import { registerSessionData } from '#client/session/session.ts';
import { getPath } from './api.ts';

/** A query's key is the path it reads: `['/api/admin/status']`. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => getPath(queryKey.join('/'), { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      // Sends even if the device reports no network: the result is more reliable than the report.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

registerSessionData({ clearCache: () => queryClient.clear() });
