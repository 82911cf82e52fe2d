import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { onForgetPrivateData } from '#client/session/session.ts';
import { getPath } from './api.ts';

/** A query's key is its path: `useQuery({ queryKey: ['/api/notes'] })`. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => getPath(queryKey.join('/'), signal),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      // Try even when the device believes it is offline: the answer is better than waiting for it.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

onForgetPrivateData(() => queryClient.clear());

/** For screens that ask the server; the others need not download the query library. */
export function withQueries(Screen: ComponentType): ComponentType {
  return () => (
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>
  );
}
