import { QueryClient } from '@tanstack/react-query';
import { registerSessionData } from '#client/session/session.ts';
import type { EndpointName } from '#shared/endpoints.ts';
import { endpointPath, getPath } from './api.ts';

/** A query's key is the path it reads: `['/api/admin/status']`. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => getPath(queryKey.join('/'), signal),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      // Send also when the device reports no network: the result is more reliable than the report.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

registerSessionData({ clearCache: () => queryClient.clear() });

/** Reads an endpoint once, outside a component. Nothing is cached. Throws an ApiError. */
export const fetchEndpoint = (name: EndpointName): Promise<unknown> =>
  queryClient.fetchQuery({ queryKey: [endpointPath(name, {})], staleTime: 0, gcTime: 0 });
