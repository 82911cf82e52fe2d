import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { FunctionComponent } from 'react';
import { registerSessionData } from '#client/session/session.ts';
import { endpointPath, readEndpoint } from './api.ts';
import type { ApiError } from './api-error.ts';
import type {
  AddressOptions,
  OptionalIfEmpty,
  QueryEndpoint,
  RequestTarget,
  ResponseOf,
} from './api-types.ts';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      // Sends even if the device reports no network: the result is more reliable than the report.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

registerSessionData({ clearCache: () => queryClient.clear() });

type QueryOptions = { staleTime?: number; gcTime?: number };

/** Reads an endpoint of the contract: `const { data, error } = useEndpoint(api.me)`. */
export function useEndpoint<E extends QueryEndpoint>(
  { endpoint }: { endpoint: E },
  ...[options]: OptionalIfEmpty<AddressOptions<E> & QueryOptions>
) {
  const { params, query, ...queryOptions } = (options ?? {}) as RequestTarget & QueryOptions;
  return useQuery<ResponseOf<E>, ApiError>({
    queryKey: [endpointPath(endpoint, { params, query })],
    queryFn: ({ signal }) => readEndpoint(endpoint, { params, query, signal }),
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
