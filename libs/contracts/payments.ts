import { z } from 'zod';
import { amount, currency } from './money';
import { pageQuery, pagination } from './pagination';
import { moment } from './time';
import { optionalText } from './validation';

export const paymentMethods = ['sepa_transfer', 'sepa_instant', 'international_transfer'] as const;
export const paymentStatuses = ['pending', 'completed', 'failed'] as const;
export const riskLevels = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Amounts in euros above which the risk badge changes (specification 1, section 9). */
export const riskThresholds = { medium: 1_000, high: 10_000 } as const;

/** The risk badge of a payment follows from its amount alone; at a threshold the lower badge still holds. */
export function riskLevel(decimal: number): RiskLevel {
  if (decimal > riskThresholds.high) return 'high';
  return decimal > riskThresholds.medium ? 'medium' : 'low';
}

/** `score` is out of ten; null, without reasons, for a payment that was never scored. */
export const risk = z
  .object({ level: z.enum(riskLevels), score: z.number().nullable(), reasons: z.array(z.string()) })
  .meta({ id: 'Risk' });
export type Risk = z.infer<typeof risk>;

/** A payment to the outside as the payment validation centre lists it. */
export const payment = z
  .object({
    id: z.int(),
    reference: z.string(),
    amount,
    currency,
    recipient_account: z.string(),
    payment_method: z.enum(paymentMethods),
    status: z.enum(paymentStatuses),
    created_at: moment,
    processed_at: moment.nullable(),
    risk,
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof payment>;

export const paymentListQuery = z.strictObject({
  ...pageQuery(20),
  status: z.enum(['all', ...paymentStatuses]).default('all'),
  search: optionalText(120),
});
export type PaymentListQuery = z.infer<typeof paymentListQuery>;

/** The summary counts all payments, whatever the filter; `volume` is the sum of their amounts. */
export const paymentList = z
  .object({
    payments: z.array(payment),
    pagination,
    summary: z.object({ pending: z.int(), completed: z.int(), failed: z.int(), volume: amount }),
  })
  .meta({ id: 'PaymentList' });
export type PaymentList = z.infer<typeof paymentList>;
