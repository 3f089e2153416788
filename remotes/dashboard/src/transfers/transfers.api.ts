import type { MoneyMoved } from '@bank/contracts/accounts';
import type { ErrorCode } from '@bank/contracts/errors';
import type { PaymentCreated } from '@bank/contracts/payments';
import { api, ApiError } from '@bank/client/api';
import type { TransferOrder } from './transfer-order';

/** What came of a transfer; without a `balance` it waits for the bank, its amount reserved. */
export interface Receipt {
  reference: string;
  /** ISO 8601. */
  at: string;
  balance?: number;
}

/** Sends the money, or asks the bank to; the same key does it once, and is answered the same each time. */
export async function sendOrder(order: TransferOrder, idempotencyKey: string): Promise<Receipt> {
  if (order.to === 'iban') {
    const { payment } = await api.post<PaymentCreated>('/paiement', order.request, { idempotencyKey });
    return { reference: payment.reference, at: payment.created_at };
  }
  const moved = await api.post<MoneyMoved>('/balance/transfer', order.request, { idempotencyKey });
  return { reference: moved.reference, at: new Date().toISOString(), balance: moved.balance };
}

/** Refusals of the amount that the server, which does not know the form, gives of the whole request. */
const ofAmount = new Set<string>([
  'AMOUNT_OUT_OF_RANGE',
  'INSUFFICIENT_FUNDS',
  'LIMIT_OF_LEVEL',
  'TRANSFER_LIMIT_EXCEEDED',
] satisfies ErrorCode[]);

/** The same failure, with a refusal of the amount beside its field. */
export function besideItsField(error: unknown): unknown {
  if (!(error instanceof ApiError) || !ofAmount.has(error.code)) return error;
  const { message, code, status, fields } = error;
  return new ApiError(message, code, status, { ...fields, amount: message });
}
