import type { MoneyMoved } from '@bank/contracts/accounts';
import { addDays } from '@bank/contracts/days';
import type { ErrorCode } from '@bank/contracts/errors';
import type { BeneficiaryList } from '@bank/contracts/payees';
import { type PaymentCreated, plannedDaysMaximum } from '@bank/contracts/payments';
import { ibanCountry } from '@bank/contracts/iban';
import type { PaymentCost } from '@bank/contracts/international';
import { api, ApiError, type CallOptions } from '@bank/client/api';
import { useApiQuery } from '@bank/client/api-query';
import { bankNow } from '@bank/i18n/bank-clock';
import { bankToday } from '@bank/i18n/format';
import { addBeneficiary, createStandingOrder, usePayeeName } from '../payees/payees.api';
import type { OutsideOrder, PaymentToAccount, TransferOrder } from './transfer-order';

/** The outcome of an order. */
export type Receipt = {
  /** When an earlier try did it (ISO 8601): this one has sent nothing. */
  earlierAt?: string | undefined;
} & Done;

type Done =
  | { kind: 'moved'; reference: string; at: string; balance: number }
  | { kind: 'awaiting' | 'planned' | 'under_way'; id: number; reference: string; at: string }
  | { kind: 'standing'; nextRun: string | null };

/** Sends the money, a payment, or a standing order; idempotent by the key of the options. */
export async function sendOrder(order: TransferOrder, options: CallOptions): Promise<Receipt> {
  if (order.rhythm) return orderStanding(order, order.rhythm, options);
  if (order.to === 'iban') {
    const { payment } = await api.post<PaymentCreated>('/paiement', callOf(order), options);
    const { id, reference, created_at: at, stage } = payment;
    if (stage === 'scheduled') return { kind: 'planned', id, reference, at };
    return {
      kind: stage === 'queued' || stage === 'sent' || stage === 'settled' ? 'under_way' : 'awaiting',
      id,
      reference,
      at,
    };
  }
  const moved = await api.post<MoneyMoved>('/balance/transfer', order.request, options);
  return {
    kind: 'moved',
    reference: moved.reference,
    at: new Date(bankNow()).toISOString(),
    balance: moved.balance,
  };
}

/** An account without an IBAN is named by its entry alone. */
function callOf({ request, country }: OutsideOrder): object {
  const { recipient_account: account, ...rest } = request;
  return country === undefined ? { recipient_account: account, ...rest } : rest;
}

/** The name of the customer whom an order pays, which is looked up for who typed a number; undefined of none, and until then. */
export function useCustomerName(order: TransferOrder | undefined): string | undefined {
  const id = order?.to === 'customer' ? order.request.recipient_id : 0;
  const { data } = usePayeeName(id, id > 0 && order?.name === undefined);
  return order?.name ?? data ?? undefined;
}

/** The fee and the arrival of an international transfer. */
export const usePaymentCost = (order: TransferOrder) => {
  const isInternational = isInternationalOrder(order);
  const query = isInternational ? costQuery(order) : {};
  return useApiQuery<PaymentCost>(['dashboard', 'payment-cost', query], '/payments/fee', {
    query,
    enabled: isInternational,
  });
};

export const isInternationalOrder = (order: TransferOrder): order is OutsideOrder & TransferOrder =>
  order.to === 'iban' && order.request.payment_method === 'international_transfer';

/** Of a standing order, for its first run, or for the last day that can be planned where that one is still later. */
const costQuery = ({ request, country, rhythm }: OutsideOrder & TransferOrder) => ({
  currency: request.currency,
  charges: request.charges,
  country: country ?? ibanCountry(request.recipient_account),
  execution_date: request.execution_date ?? (rhythm && plannable(rhythm.first_run)),
});

const plannable = (day: string) => {
  const last = addDays(bankToday(), plannedDaysMaximum);
  return day < last ? day : last;
};

async function orderStanding(
  { to, request }: TransferOrder,
  rhythm: NonNullable<TransferOrder['rhythm']>,
  options: CallOptions,
): Promise<Receipt> {
  const { amount, description } = request;
  const payee =
    to === 'customer'
      ? { recipient_id: request.recipient_id }
      : {
          beneficiary_id:
            request.beneficiary_id ?? (await beneficiaryFor(request, `${options.idempotencyKey}-payee`)),
        };
  const order = await createStandingOrder({ ...payee, amount, description, ...rhythm }, options);
  return { kind: 'standing', nextRun: order.next_run };
}

/** The entry of the address book for an account, added unless it is there; under another name it is not what was confirmed. */
async function beneficiaryFor(request: PaymentToAccount, key: string): Promise<number> {
  const { recipient_account: account, recipient_name: name } = request;
  try {
    return (await addBeneficiary({ name, account }, key)).id;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== 'BENEFICIARY_KNOWN') throw withRecipientField(error);
    const { beneficiaries } = await api.get<BeneficiaryList>('/beneficiaries');
    const known = beneficiaries.find((each) => each.account === account && isSameName(each.name, name));
    if (!known) throw withRecipientField(error);
    return known.id;
  }
}

const isSameName = (one: string, other: string) =>
  one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0;

/** The same error, with what concerns the account beside the field of this form. */
const withRecipientField = ({ message, code, status, details, fields }: ApiError): ApiError => {
  const { account, ...others } = fields;
  return new ApiError(message, code, status, {
    ...details,
    fields: { ...others, ...(account && { recipient_account: account }) },
  });
};

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
  const { message, code, status, details, fields } = error;
  return new ApiError(message, code, status, { ...details, fields: { ...fields, amount: message } });
}
