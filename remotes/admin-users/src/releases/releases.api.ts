import { useEffect } from 'react';
import type {
  DeployToken,
  DeployTokenRequest,
  NewDeployToken,
  ReleaseList,
  RemoteReleases,
} from '@bank/contracts/releases';
import { api, passively } from '@bank/client/api';
import { useLiveRefresh } from '@bank/client/live-events';
import { useMutation, useQuery, useQueryClient } from '@bank/client/query';

const releasesKey = ['admin', 'releases'];
const tokensKey = ['admin', 'deploy_tokens'];

/** What browsers report comes without an event; so often is it asked for while something is on trial, ms. */
const reportsEveryMs = 10_000;

/** Every remote with its releases, as they are now. */
export function useReleases() {
  const query = useQuery({
    queryKey: releasesKey,
    queryFn: ({ signal }) => api.get<ReleaseList>('/admin/releases', { signal }),
  });
  useLiveRefresh('release', releasesKey);
  const { data, refetch } = query;
  const isTrying = data?.remotes.some(({ releases }) => releases.some(({ status }) => status === 'canary'));
  useEffect(() => {
    if (!isTrying) return;
    const timer = setInterval(() => passively(() => void refetch()), reportsEveryMs);
    return () => clearInterval(timer);
  }, [isTrying, refetch]);
  return query;
}

/** Shows the releases of one remote as the server last answered them. */
function useReleasesKnown() {
  const queries = useQueryClient();
  return (name: string, { releases }: RemoteReleases) =>
    queries.setQueryData<ReleaseList>(
      releasesKey,
      (known) =>
        known && {
          remotes: known.remotes.map((remote) => (remote.name === name ? { name, releases } : remote)),
        },
    );
}

/**
 * What can be done with a remote, by its name: `promote` shows its canary to everybody, `rollBack` takes back the canary,
 * or else the live release. The answer is shown after `onDone`.
 */
export function useReleaseChanges(onDone: () => void) {
  const known = useReleasesKnown();
  const change = async (remote: string, verb: string, body: object) => {
    const answer = await api.post<RemoteReleases>(`/admin/releases/${remote}/${verb}`, body);
    onDone();
    known(remote, answer);
  };
  return {
    promote: (remote: string) => change(remote, 'promote', {}),
    rollBack: (remote: string, reason: string) => change(remote, 'rollback', { reason }),
  };
}

/** Every token by which a team ships, without the tokens themselves. */
export const useTokens = () =>
  useQuery({
    queryKey: tokensKey,
    queryFn: ({ signal }) => api.get<{ tokens: DeployToken[] }>('/admin/deploy_tokens', { signal }),
  });

/** Has the list of tokens asked for anew. */
export function useTokensRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: tokensKey });
}

/** Makes a token, told this once; the same key makes one. */
export const createToken = (request: DeployTokenRequest, idempotencyKey: string) =>
  api.post<NewDeployToken>('/admin/deploy_tokens', request, { idempotencyKey });

/** Ends a token, by its id; done when the list says so. */
export function useRevokeToken() {
  const refresh = useTokensRefresh();
  return useMutation({
    mutationFn: (id: number) => api.post<DeployToken>(`/admin/deploy_tokens/${id}/revoke`, {}),
    onSuccess: refresh,
  });
}
