import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { registerSessionData } from '#client/session/session.ts';
import type { EndpointName } from '#shared/endpoints.ts';
import { endpointPath, getPath, type RequestTarget } from './api.ts';
import type { ApiError } from './api-error.ts';
import type { AddressOptions, OptionalIfEmpty, QueryName, ResponseOf } from './api-types.ts';

/** A query's key is the path it reads: `['/api/admin/status']`. */
const queryClient = new QueryClient({
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

type QueryOptions = { staleTime?: number; gcTime?: number };

/** Reads an endpoint of the contract: `const { data, error } = useEndpoint('adminStatus')`. */
export function useEndpoint<N extends QueryName>(
  name: N,
  ...[options]: OptionalIfEmpty<AddressOptions<N> & QueryOptions>
) {
  const { params, query, ...queryOptions } = (options ?? {}) as RequestTarget & QueryOptions;
  return useQuery<ResponseOf<N>, ApiError>({
    queryKey: [endpointPath(name, { params, query })],
    ...queryOptions,
  });
}

/** Wraps a screen that uses queries; other screens need not download the query library. */
export function withQueries(Screen: ComponentType): ComponentType {
  return () => (
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>
  );
}
