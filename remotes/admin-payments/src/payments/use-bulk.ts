import { useRef, useState } from 'react';
import { type ListedPayment, type PaymentDecided, validationPlaceholder } from '@bank/contracts/payments';
import { ApiError, newIdempotencyKey } from '@bank/client/api';
import { failureText } from '@bank/client/call-failure';
import { useTexts } from '../texts';
import type { Decision } from './payment-address';
import { rejectPayment, usePaymentRefresh, validatePayment } from './payments.api';

/** The outcome of one of several decisions; `unreached` can be retried, `refused` is final. */
export interface BulkResult {
  outcome: 'done' | 'refused' | 'unreached';
  message?: string;
}

/**
 * Decides payments one by one, each under its own idempotency key. A payment without a response is retried under the
 * same key, so that it is decided once.
 */
export function useBulk(decision: Decision, payments: readonly ListedPayment[]) {
  const { t } = useTexts();
  const refresh = usePaymentRefresh();
  const [results, setResults] = useState<ReadonlyMap<number, BulkResult>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const keys = useRef(new Map<number, string>());
  const stopped = useRef(false);
  const left = payments.filter(({ id }) => ['unreached', undefined].includes(results.get(id)?.outcome));

  const texts = { failed: t(`payments.${decision}_failed`), offline: t('payments.load_failed_network') };
  const decide = async ({ id }: ListedPayment): Promise<BulkResult> => {
    const key = keys.current.get(id) ?? newIdempotencyKey();
    keys.current.set(id, key);
    try {
      await send(decision, id, key);
      return { outcome: 'done' };
    } catch (error) {
      return { outcome: isRetryable(error) ? 'unreached' : 'refused', message: failureText(error, texts) };
    }
  };
  const run = async () => {
    stopped.current = false;
    setRunning(true);
    const tried: number[] = [];
    for (const payment of left) {
      if (stopped.current) break;
      const result = await decide(payment);
      tried.push(payment.id);
      setResults((previous) => new Map(previous).set(payment.id, result));
    }
    setRunning(false);
    await refresh(tried);
  };
  return { results, left, isRunning, run, stop: () => void (stopped.current = true) };
}

function send(decision: Decision, id: number, key: string): Promise<PaymentDecided> {
  return decision === 'approve'
    ? validatePayment({ payment_id: id, validation_code: validationPlaceholder }, key)
    : rejectPayment({ payment_id: id }, key);
}

/** No response, a server error, or a rate limit. */
const isRetryable = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
