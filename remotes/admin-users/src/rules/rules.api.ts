import type { AwaitingApproval } from '@bank/contracts/approvals';
import type {
  ReplayDifferences,
  ReplayRequest,
  RuleCount,
  RuleDefinition,
  RuleDetail,
  RuleDraftRequest,
  RuleList,
  RuleReplay,
  RuleReplays,
  RuleVersion,
} from '@bank/contracts/rules';
import { api } from '@bank/client/api';
import { useApiQuery, useLiveApiQuery } from '@bank/client/api-query';
import { keepPreviousData, useQuery, useQueryClient } from '@bank/client/query';
import { usePolling } from '@bank/client/use-polling';

const rulesKey = ['admin-users', 'rules'];
const path = '/admin/rules';
const oneKey = (id: number | undefined) => [...rulesKey, 'one', id];
/** How often a replay that runs is read again, ms. */
const replayMs = 2_000;
const replaysKey = (id: number) => [...rulesKey, 'replays', id];

export const useRules = () => useLiveApiQuery<RuleList>([...rulesKey, 'list'], path, 'approval_queue');

/** One rule; a decision of a colleague about it is seen at once. */
export const useRule = (id: number) =>
  useLiveApiQuery<RuleDetail>(oneKey(id), `${path}/${id}`, 'approval_queue');

/** The hits of a definition; not requested for an incomplete one. */
export const useRuleCount = (definition: RuleDefinition, isComplete: boolean) =>
  useQuery<RuleCount>({
    queryKey: [...rulesKey, 'count', definition],
    queryFn: () => api.post<RuleCount>(`${path}/counts`, { definition }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  });

/** Stores a rule that was answered, and refetches the lists. */
export function useRuleUpdate() {
  const queries = useQueryClient();
  return (rule: RuleDetail) => {
    queries.setQueryData(oneKey(rule.id), rule);
    void queries.invalidateQueries({ queryKey: [...rulesKey, 'list'] });
  };
}

/** Reads a rule again, such as after it was sent to a second person; a new one is nothing to read. */
export function useRuleRefresh(id: number | undefined) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: oneKey(id) });
}

export const saveRule = (id: number | undefined, request: RuleDraftRequest, idempotencyKey: string) =>
  id === undefined
    ? api.post<RuleDetail>(path, request, { idempotencyKey })
    : api.put<RuleDetail>(`${path}/${id}`, request, { idempotencyKey });

/** Asks for the publication of a draft as it was read. */
export const publishRule = (
  id: number,
  { version, changed_at }: Pick<RuleVersion, 'version' | 'changed_at'>,
  idempotencyKey: string,
) => api.post<AwaitingApproval>(`${path}/${id}/publish`, { version, changed_at }, { idempotencyKey });

/** The replays of a rule, read again every few seconds while one runs. */
export function useReplays(id: number) {
  const query = useApiQuery<RuleReplays>(replaysKey(id), `${path}/${id}/replays`);
  const isRunning = query.data?.replays.some((replay) => replay.finished_at === null);
  usePolling(isRunning ? replayMs : undefined, query.refetch);
  return query;
}

export function useReplayRequest(id: number) {
  const queries = useQueryClient();
  return async (request: ReplayRequest, idempotencyKey: string) => {
    const replay = await api.post<RuleReplay>(`${path}/${id}/replays`, request, { idempotencyKey });
    await queries.invalidateQueries({ queryKey: replaysKey(id) });
    return replay;
  };
}

export const useDifferences = (id: number, replay: number, page: number) =>
  useApiQuery<ReplayDifferences>(
    [...replaysKey(id), replay, page],
    `${path}/${id}/replays/${replay}/differences`,
    { query: { page }, keepsPrevious: true },
  );
