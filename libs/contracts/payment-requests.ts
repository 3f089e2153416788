import { z } from 'zod';
import { amount } from './money';
import { moment } from './time';

/** How long what a partner's page asked for waits in the browser that brought it, in minutes. */
export const paymentRequestMinutes = 30;

/** The payment request that this browser brought from a partner's page. Only the person at the bank can pay it. */
export const paymentRequest = z
  .object({
    /** The partner's name, as the bank knows it. */
    partner: z.string(),
    /** The origin of the page, on the bank's list. */
    origin: z.string(),
    payee: z.string(),
    iban: z.string(),
    amount,
    reference: z.string().nullable(),
    expires_at: moment,
  })
  .meta({ id: 'PaymentRequestOfPartner' });
export type PaymentRequestOfPartner = z.infer<typeof paymentRequest>;

/** Which request is to be forgotten: by its end, which no two share. Without it whatever the browser holds is. */
export const forgottenPaymentRequest = z.object({ expires_at: moment.optional() });

export const waitingPaymentRequest = z
  .object({ request: paymentRequest.nullable() })
  .meta({ id: 'WaitingPaymentRequest' });
export type WaitingPaymentRequest = z.infer<typeof waitingPaymentRequest>;
