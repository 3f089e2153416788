import type { Notification, NotificationType } from '@bank/contracts/notifications';
import type { OwnPayment, PaymentStage } from '@bank/contracts/payments';
import type { Day } from '../balance/balance-chart';
import { useStoryTexts } from './texts';

/** When the stories are read, so that they look the same every day, ms. */
export const now = Date.parse('2026-11-26T12:00:00Z');

/** A balance of nobody at the end of each day, at one moment below zero. */
export const days: Day[] = [820, 820, 640.5, 210, -35.2, 1_415, 1_402.9, 1_180.5, 1_180.5, 1_284.5].map(
  (balance, at) => ({ date: `2026-11-${17 + at}`, balance }),
);

/** Messages to nobody, of each kind; their ids are no message's. */
export function useNotifications(): Notification[] {
  const { t } = useStoryTexts();
  const of = (id: number, type: NotificationType, about: 'card' | 'received' | 'sign_in'): Notification => ({
    id,
    type,
    title: t(about),
    message: t(`${about}_text`),
    read: id < -3,
    timestamp: new Date(now + id * 3_600_000).toISOString(),
    ...(type === 'transaction' && { link: '/dashboard/transactions' }),
  });
  return [
    of(-1, 'transaction', 'received'),
    of(-2, 'warning', 'sign_in'),
    of(-3, 'error', 'sign_in'),
    of(-4, 'security', 'sign_in'),
    of(-5, 'success', 'card'),
    of(-6, 'info', 'card'),
  ];
}

const steps = (...stages: (PaymentStage | [PaymentStage, string])[]): OwnPayment['stages'] =>
  stages.map((each, at) => {
    const [stage, reason = null] = typeof each === 'string' ? [each] : each;
    return { stage, reason, at: new Date(now + at * 60_000).toISOString() };
  });

/** A payment of nobody, which cannot be taken back: what a reader tries with it reaches no account. */
const paymentOf = (id: number, stages: OwnPayment['stages'], more: Partial<OwnPayment> = {}): OwnPayment => ({
  id,
  reference: `PAY-2026-000${-id}`,
  amount: 612.4,
  currency: 'EUR',
  recipient_name: 'Marie Martin',
  recipient_account: 'FR7630006000011234567890189',
  description: '',
  payment_method: 'sepa_transfer',
  status: 'pending',
  created_at: new Date(now).toISOString(),
  processed_at: null,
  execution_date: null,
  risk: { level: 'low', score: null, reasons: [] },
  stage: stages.at(-1)?.stage ?? 'queued',
  decided_by: null,
  fee: 0,
  charges: null,
  end_to_end_id: null,
  uetr: null,
  reason_code: null,
  reason: null,
  in_doubt: false,
  recall: null,
  arrival_date: null,
  cancellable: false,
  recallable: false,
  stages,
  why: null,
  ...more,
});

/** Planned, on its way, arrived, refused, sent back, taken back, and abroad. */
export const payments: readonly OwnPayment[] = [
  paymentOf(-1, steps('scheduled'), { execution_date: '2026-12-01' }),
  paymentOf(-2, steps('queued', 'sent'), { in_doubt: true }),
  paymentOf(-3, steps('queued', 'sent', 'settled'), { decided_by: 'rules' }),
  paymentOf(-4, steps('queued', 'sent', ['rejected', 'AC04']), { reason_code: 'AC04' }),
  paymentOf(-5, steps('queued', 'sent', 'settled', ['returned', 'FOCR']), {
    reason_code: 'FOCR',
    recall: 'granted',
  }),
  paymentOf(-6, steps('queued', 'cancelled')),
  paymentOf(-7, steps('queued', 'sent'), {
    payment_method: 'international_transfer',
    fee: 12.5,
    charges: 'SHA',
    arrival_date: '2026-11-28',
    uetr: '00000000-0000-4000-8000-000000000000',
  }),
];
