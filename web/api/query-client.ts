import { QueryClient } from '@tanstack/react-query';

/** `call` repeats what may be repeated, so the client itself never does. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
