import type { LogFacts, LogTextName, LogValues } from '@bank/contracts/log-texts';
import type { AuditAuthor } from '../../platform/http/actor';
import type { IdempotencyKey } from '../../platform/http/idempotency-key';
import { authorOf, type RequestContext } from '../../platform/http/request-context';

/** A call of a partner's server: `key` is the hint of its secret key. */
export interface ServerCall {
  key: string;
  requestId: string;
  idempotency: IdempotencyKey;
}

/** Who changes a webhook: an administrator, or the partner's own server. */
export type WebhookCaller = RequestContext | ServerCall;

type ChangeText = `partner.webhook_${'set' | 'ended' | 'secret' | 'tested' | 'resent'}`;

/** The facts and the author of a log line; of a server's call it names the key. */
export function changeLine(
  caller: WebhookCaller,
  text: ChangeText,
  values: LogValues,
): LogFacts & (AuditAuthor | { requestId: string }) {
  if (!('key' in caller)) return { text, values, ...authorOf(caller) };
  const named: LogTextName = `${text}_by`;
  return { text: named, values: { ...values, key: caller.key }, requestId: caller.requestId };
}
