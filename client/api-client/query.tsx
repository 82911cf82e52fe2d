import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { endpointPath, type RequestTarget } from './api.ts';
import type { ApiError } from './api-error.ts';
import type { AddressOptions, OptionalIfEmpty, QueryName, ResponseOf } from './api-types.ts';
import { queryClient } from './query-client.ts';

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
