import { QueryClient } from '@tanstack/react-query';
import { registerSessionData } from '#client/session/session.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
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
