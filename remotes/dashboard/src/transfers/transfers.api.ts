import type { MoneyMoved } from '@bank/contracts/accounts';
import type { ErrorCode } from '@bank/contracts/errors';
import type { PaymentCreated } from '@bank/contracts/payments';
import { api, ApiError } from '@bank/client/api';
import type { TransferOrder } from './transfer-order';

/** The result of a transfer; without a `balance` it is pending, with its amount reserved. */
export interface Receipt {
  reference: string;
  /** ISO 8601. */
  at: string;
  balance?: number;
}

/** Sends the money, or a payment for approval; idempotent by its key. */
export async function sendOrder(order: TransferOrder, idempotencyKey: string): Promise<Receipt> {
  if (order.to === 'iban') {
    const { payment } = await api.post<PaymentCreated>('/paiement', order.request, { idempotencyKey });
    return { reference: payment.reference, at: payment.created_at };
  }
  const moved = await api.post<MoneyMoved>('/balance/transfer', order.request, { idempotencyKey });
  return { reference: moved.reference, at: new Date().toISOString(), balance: moved.balance };
}

/** Errors about the amount that the server reports for the whole request. */
const amountErrors = new Set<string>([
  'AMOUNT_OUT_OF_RANGE',
  'INSUFFICIENT_FUNDS',
  'LIMIT_OF_LEVEL',
  'TRANSFER_LIMIT_EXCEEDED',
] satisfies ErrorCode[]);

/** The same error, with an error about the amount moved to its field. */
export function withAmountError(error: unknown): unknown {
  if (!(error instanceof ApiError) || !amountErrors.has(error.code)) return error;
  const { message, code, status, fields } = error;
  return new ApiError(message, code, status, { ...fields, amount: message });
}
