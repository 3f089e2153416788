import type { PartnerMode } from '@bank/contracts/partner-applications';
import type {
  NewSecretKey,
  NewSecretKeyRequest,
  SaveWebhookRequest,
  SecretKey,
  SecretKeys,
  WebhookLog,
  WebhookMessage,
  Webhooks,
  WebhookWithSecret,
} from '@bank/contracts/partner-servers';
import { api } from '@bank/client/api';
import { useApiQuery, useRefresh, useRefreshingMutation } from '@bank/client/api-query';
import { keepPreviousData, useMutation, useQuery } from '@bank/client/query';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { usePolling } from '@bank/client/use-polling';

const pathOf = (id: number) => `/admin/partners/${id}`;
const webhooksKey = (id: number) => ['support', 'partners', 'webhooks', id];
const keysKey = (id: number) => ['support', 'partners', 'secret-keys', id];

/** How often the log is read again while something in it waits, in milliseconds. */
const logEvery = 5_000;

export const useWebhooks = (id: number) =>
  useApiQuery<Webhooks>([...webhooksKey(id), 'addresses'], `${pathOf(id)}/webhooks`);

/** One page of a partner's events, read again while one of them waits. */
export function useWebhookLog(id: number, page: number) {
  const query = useQuery({
    queryKey: [...webhooksKey(id), 'log', page],
    queryFn: ({ signal }) =>
      api.get<WebhookLog>(`${pathOf(id)}/webhooks/messages`, { query: { page, limit: 10 }, signal }),
    placeholderData: keepPreviousData,
  });
  const isWaiting = query.data?.messages.some(({ status }) => status === 'waiting');
  usePolling(isWaiting ? logEvery : undefined, query.refetch);
  return query;
}

/** Sets an address, or none; resolves once addresses and log are read again. */
export const useSaveWebhook = (id: number, mode: PartnerMode) =>
  useRefreshingMutation(webhooksKey(id), (request: SaveWebhookRequest) =>
    api.put<WebhookWithSecret>(`${pathOf(id)}/webhooks/${mode}`, request),
  );

/** Reads addresses and log again. */
export const useWebhooksRefresh = (id: number) => useRefresh(webhooksKey(id));

/** A POST whose repetition without a response counts once. @param draft the name of the draft of its form, if it has one */
function useOnce<Answer, Variables = void>(
  pathFor: (variables: Variables) => string,
  bodyOf: (variables: Variables) => object,
  onDone: () => Promise<unknown>,
  draft?: string,
) {
  const intent = useIdempotencyKey(draft);
  return useMutation({
    mutationFn: (variables: Variables) => {
      const [path, body] = [pathFor(variables), bodyOf(variables)];
      return intent.send([path, body], undefined, (idempotencyKey) =>
        api.post<Answer>(path, body, { idempotencyKey }),
      );
    },
    onSuccess: onDone,
  });
}

export const useRenewSecret = (id: number, mode: PartnerMode) =>
  useOnce<WebhookWithSecret>(
    () => `${pathOf(id)}/webhooks/${mode}/secret`,
    () => ({}),
    useRefresh(webhooksKey(id)),
  );

export const useTestEvent = (id: number, mode: PartnerMode) =>
  useOnce<WebhookMessage>(
    () => `${pathOf(id)}/webhooks/${mode}/test`,
    () => ({}),
    useRefresh(webhooksKey(id)),
  );

export const useResend = (id: number) =>
  useOnce<WebhookMessage, string>(
    (messageId) => `${pathOf(id)}/webhooks/messages/${messageId}/resend`,
    () => ({}),
    useRefresh(webhooksKey(id)),
  );

export const useSecretKeys = (id: number) =>
  useApiQuery<SecretKeys>(keysKey(id), `${pathOf(id)}/secret_keys`);

export const useNewSecretKey = (id: number, draft: string) =>
  useOnce<NewSecretKey, NewSecretKeyRequest>(
    () => `${pathOf(id)}/secret_keys`,
    (request) => request,
    useRefresh(keysKey(id)),
    draft,
  );

/** Replaces a key; both work for the given hours. */
export const useRotateSecretKey = (id: number, keyId: number) =>
  useOnce<NewSecretKey, number>(
    () => `${pathOf(id)}/secret_keys/${keyId}/rotate`,
    (hours) => ({ overlap_hours: hours }),
    useRefresh(keysKey(id)),
  );

export const useRevokeSecretKey = (id: number) =>
  useRefreshingMutation(keysKey(id), (keyId: number) =>
    api.post<SecretKey>(`${pathOf(id)}/secret_keys/${keyId}/revoke`, {}),
  );
