import { z } from 'zod';
import {
  type PaymentMethod,
  paymentMethods,
  paymentOrder,
  type PaymentRequest,
  reachingItsBank,
} from '@bank/contracts/payments';
import { transferRequest, type TransferRequest } from '@bank/contracts/transfers';
import { typedAmount } from '@bank/contracts/typed-amount';
import { rule, text } from '@bank/contracts/validation';

/** The form as typed; `to` selects one of the two kinds of recipient. */
export interface TypedOrder {
  to: 'customer' | 'iban';
  recipient_id: string;
  recipient_account: string;
  recipient_name: string;
  payment_method: PaymentMethod;
  amount: string;
  description: string;
}

export const emptyOrder: TypedOrder = {
  to: 'customer',
  recipient_id: '',
  recipient_account: '',
  recipient_name: '',
  payment_method: paymentMethods[0],
  amount: '',
  description: '',
};

/** A valid transfer: the kind of call, and its request. */
export type TransferOrder =
  { to: 'customer'; request: TransferRequest } | { to: 'iban'; request: PaymentRequest };

const typedNumber = text(16)
  .refine((typed) => /^\d+$/.test(typed), rule('WHOLE_NUMBER'))
  .transform(Number)
  .pipe(transferRequest.shape.recipient_id);

const toCustomer = transferRequest.extend({
  to: z.literal('customer'),
  recipient_id: typedNumber,
  amount: typedAmount(transferRequest.shape.amount),
});

const toIban = reachingItsBank(
  paymentOrder.extend({ to: z.literal('iban'), amount: typedAmount(paymentOrder.shape.amount) }),
);

const orders = z.discriminatedUnion('to', [toCustomer, toIban]);

/** The contracts of both calls, applied to the typed form. */
export const typedOrder: z.ZodType<TransferOrder, TypedOrder> = z
  .custom<TypedOrder>()
  .transform((typed): z.input<typeof orders> => typed)
  .pipe(orders)
  .transform((order): TransferOrder => {
    if (order.to === 'iban') {
      const { to, ...request } = order;
      return { to, request };
    }
    const { to, ...request } = order;
    return { to, request };
  });
