import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { hasNoAnswer } from './call-failure';
import { provideQueries } from './page-queries';

export {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query';

/** Reads are tried again when the network or the server failed, never when the server refused. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && hasNoAnswer(error),
      retryDelay: 500,
      staleTime: 5_000,
      // The browser's offline state is unreliable: the call itself finds out.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
// As long as there is a page.
client.mount();
provideQueries({ client, Observer: QueryObserver, batchCalls: notifyManager.batchCalls });
