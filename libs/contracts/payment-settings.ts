import { z } from 'zod';
import { amount } from './money';
import { rule } from './validation';

/**
 * Amounts in euros up to which the rules may let a payment go, and the score below which they do: a new payee and one other
 * circumstance, such as another country of SEPA, are usual; three together are not.
 */
export const automaticLimitDefault = 1_000;
export const automaticScoreBelow = 4;
export const automaticLimitMaximum = 10_000;

/** In euros: the amount up to which the rules let payments of a low risk go without a person; 0 switches them off. */
export const paymentSettings = z.object({ automatic_limit: amount }).meta({ id: 'PaymentSettings' });
export type PaymentSettings = z.infer<typeof paymentSettings>;

export const paymentSettingsRequest = z.object({
  automatic_limit: amount.min(0).max(automaticLimitMaximum, rule('AMOUNT_MAX')),
  /** The limit that the person had read: what a colleague has set since is not replaced unread. */
  seen: amount.optional(),
});
export type PaymentSettingsRequest = z.infer<typeof paymentSettingsRequest>;
