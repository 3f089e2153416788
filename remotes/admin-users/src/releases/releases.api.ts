import type {
  DeployToken,
  DeployTokenRequest,
  NewDeployToken,
  Release,
  ReleaseList,
  RemoteReleases,
} from '@bank/contracts/releases';
import { useApiQuery, useRefresh, useRefreshingMutation } from '@bank/client/api-query';
import { api } from '@bank/client/api';
import { useLiveRefresh } from '@bank/client/live-events';
import { useQueryClient } from '@bank/client/query';
import { usePolling } from '@bank/client/use-polling';

const releasesKey = ['admin-users', 'releases'];
const tokensKey = ['admin-users', 'deploy_tokens'];

/** Browser reports trigger no event: the polling interval during a canary, in ms. */
const reportsEveryMs = 10_000;

/** Every remote with its releases. */
export function useReleases() {
  const query = useApiQuery<ReleaseList>(releasesKey, '/admin/releases');
  useLiveRefresh('release', releasesKey);
  const hasCanary = query.data?.remotes.some(({ releases }) =>
    releases.some(({ status }) => status === 'canary'),
  );
  usePolling(hasCanary ? reportsEveryMs : undefined, query.refetch);
  return query;
}

/** Writes a response with the releases of one remote into the cache. */
function useReleasesCache() {
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
 * The actions on a release that is displayed, and on no other: `promote` makes the canary live, `rollBack` removes the canary
 * or else the live release. The response is written into the cache after `onDone`.
 */
export function useReleaseChanges(onDone: () => void) {
  const known = useReleasesCache();
  const change = async (remote: string, verb: string, body: object) => {
    const answer = await api.post<RemoteReleases>(`/admin/releases/${remote}/${verb}`, body);
    onDone();
    known(remote, answer);
  };
  return {
    promote: ({ remote, version }: Release) => change(remote, 'promote', { version }),
    rollBack: ({ remote, version, status }: Release, reason: string) =>
      change(remote, 'rollback', { reason, shown: { version, status } }),
  };
}

/** Every deploy token, without its secret. */
export const useTokens = () => useApiQuery<{ tokens: DeployToken[] }>(tokensKey, '/admin/deploy_tokens');

export const useTokensRefresh = () => useRefresh(tokensKey);

/** Creates a token, whose secret is returned once; idempotent by its key. */
export const createToken = (request: DeployTokenRequest, idempotencyKey: string) =>
  api.post<NewDeployToken>('/admin/deploy_tokens', request, { idempotencyKey });

/** Revokes a token by its id; resolves once the list is refreshed. */
export const useRevokeToken = () =>
  useRefreshingMutation(tokensKey, (id: number) =>
    api.post<DeployToken>(`/admin/deploy_tokens/${id}/revoke`, {}),
  );
