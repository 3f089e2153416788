import { Injectable } from '@nestjs/common';
import { isSepa } from '@bank/contracts/iban';
import type { Language } from '@bank/contracts/language';
import type { Stop } from '@bank/contracts/next-step';
import type { PaymentCall } from '@bank/contracts/payment-orders';
import type { Payment, PaymentCreated } from '@bank/contracts/payments';
import { paymentStop } from '@bank/contracts/stops';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { RequestContext } from '../../platform/http/request-context';
import { BackgroundTasks } from '../../platform/tasks/background-tasks.service';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import type { Transaction } from '../../platform/database/database';
import { deviceName } from '../../people/auth/device';
import { AddressBookService } from '../payees/address-book.service';
import { AutomaticLimitService } from './automatic-limit.service';
import { PaymentDispatchService } from './payment-dispatch.service';
import { heldRow, heldUntil } from './payment-detail';
import type { OrderedBy, PayeeOrder } from './payment-order';
import { PaymentOrdersService } from './payment-orders.service';
import { PaymentRules } from './payment-rules.service';

/** Takes a customer's order of a payment to another bank. */
@Injectable()
export class PaymentIntakeService {
  constructor(
    private readonly addressBook: AddressBookService,
    private readonly orders: PaymentOrdersService,
    private readonly rules: PaymentRules,
    private readonly rail: PaymentRail,
    private readonly limits: AutomaticLimitService,
    private readonly dispatch: PaymentDispatchService,
    private readonly idempotency: Idempotency,
    private readonly background: BackgroundTasks,
  ) {}

  /**
   * Creates a payment; an instant one that the rules let go is sent at once.
   * @throws ApiException NOT_CONFIGURED without a rail, IDEMPOTENCY_KEY_REUSED, and what `PaymentOrdersService.order` and
   * `AddressBookService.payee` throw; APPROVAL_REQUIRED, BLOCKED_BY_RULE where the rules say so.
   */
  async create(context: RequestContext, call: PaymentCall): Promise<PaymentCreated> {
    const by = {
      userId: context.actor.userId,
      requestId: context.requestId,
      device: deviceName(context.userAgent),
      isProven: context.idempotency.settlement?.isProven ?? false,
    };
    const created = await this.idempotency.once(context.idempotency, async (tx): Promise<PaymentCreated> => {
      const request = await this.toPayee(tx, by.userId, call);
      const payment = await this.order(tx, by, request);
      return {
        success: true,
        payment: { ...payment, why: await heldBecause(tx, payment, context.language) },
      };
    });
    const { id, stage, payment_method } = created.payment;
    if (stage === 'queued' && payment_method === 'sepa_instant') {
      this.background.start('instant payment', () => this.dispatch.sendNow(id));
    }
    return created;
  }

  /**
   * Creates a payment as part of the caller's transaction; an instant one leaves with the next round.
   * @throws ApiException NOT_CONFIGURED without a rail, and what `PaymentOrdersService.order` throws.
   */
  async order(tx: Transaction, by: OrderedBy, request: PayeeOrder): Promise<PaymentCreated['payment']> {
    if (!this.rail.isConfigured) throw new ApiException('NOT_CONFIGURED');
    const { automatic_limit } = await this.limits.read(tx);
    const judge = this.rules.of(by, request);
    return this.orders.order(tx, by, request, { automaticLimit: automatic_limit, judge });
  }

  /** The order with account and name, from the payer's address book if it names an entry. */
  private async toPayee(
    tx: Transaction,
    userId: number,
    { beneficiary_id: id, recipient_account = '', recipient_name = '', ...order }: PaymentCall,
  ): Promise<PayeeOrder> {
    if (id === undefined) return { ...order, recipient_account, recipient_name };
    const booked = await this.addressBook.payee(tx, userId, id, recipient_account || undefined);
    const isBySepa = order.payment_method !== 'international_transfer';
    const isReached = booked.payee.bic === null && isSepa(booked.recipient_account);
    if (isBySepa && !isReached) {
      throw new ApiException('INVALID_FIELDS', { fields: { payment_method: 'IBAN_NOT_SEPA' } });
    }
    return { ...order, ...booked };
  }
}

/** Why a new payment waits for a person; null for one that is on its way. */
async function heldBecause(tx: Transaction, payment: Payment, language: Language): Promise<Stop | null> {
  if (payment.stage !== 'awaiting_approval') return null;
  const held = await tx.row(heldRow, heldUntil, [payment.id]);
  return paymentStop(
    { ...payment, reason: null, reason_code: null, recall: null },
    language,
    held?.until ?? null,
  );
}
