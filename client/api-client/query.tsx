import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { FunctionComponent } from 'react';
import { endpointPath, type RequestTarget } from './api.ts';
import type { ApiError } from './api-error.ts';
import type {
  AddressOptions,
  EndpointFunction,
  OptionalIfEmpty,
  QueryName,
  ResponseOf,
} from './api-types.ts';
import { queryClient } from './query-client.ts';

type QueryOptions = { staleTime?: number; gcTime?: number };

/** Reads an endpoint of the contract: `const { data, error } = useEndpoint(api.adminStatus)`. */
export function useEndpoint<N extends QueryName>(
  { endpoint }: Pick<EndpointFunction<N>, 'endpoint'>,
  ...[options]: OptionalIfEmpty<AddressOptions<N> & QueryOptions>
) {
  const { params, query, ...queryOptions } = (options ?? {}) as RequestTarget & QueryOptions;
  return useQuery<ResponseOf<N>, ApiError>({
    queryKey: [endpointPath(endpoint, { params, query })],
    ...queryOptions,
  });
}

/** Wraps a screen that uses queries; other screens need not download the query library. */
export function withQueries<Props extends object>(
  Screen: FunctionComponent<Props>,
): FunctionComponent<Props> {
  return (props) => (
    <QueryClientProvider client={queryClient}>
      <Screen {...props} />
    </QueryClientProvider>
  );
}
