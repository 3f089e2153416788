import { Injectable } from '@nestjs/common';
import type { AppealSubject, CaseLink } from '@bank/contracts/cases';
import { homeCurrency } from '@bank/contracts/currencies';
import type { Language } from '@bank/contracts/language';
import { toMinor } from '@bank/contracts/money';
import type { Stop } from '@bank/contracts/next-step';
import { stopOf } from '@bank/contracts/stops';
import { idRow } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { KycService } from '../../people/kyc/kyc.service';
import { AccountsService } from '../accounts/accounts.service';
import { CardPurchasesService } from '../card-payments/card-purchases.service';
import { CardsService } from '../cards/cards.service';
import { DirectDebitsService } from '../direct-debits/direct-debits.service';
import { OwnPaymentsService } from '../payments/own-payments.service';
import { StandingOrdersService } from '../standing-orders/standing-orders.service';

/** The subject of an appeal. */
export interface Appealed {
  label: string;
  sum: { amount: bigint; currency: string } | null;
  links: CaseLink[];
  why: Stop | null | undefined;
  /** Identifies the subject; there is at most one open appeal for each. */
  key: string;
}

const newestSubmission = 'SELECT id FROM kyc_submissions WHERE user_id = ? ORDER BY id DESC LIMIT 1';

/** Finds the subject of an appeal among the customer's own payments, cards and other objects. */
@Injectable()
export class AppealSubjects {
  private readonly finders: Record<
    AppealSubject,
    (userId: number, language: Language, id: number) => Promise<Appealed>
  > = {
    payment: (...of) => this.payment(...of),
    standing_order: (...of) => this.standingOrder(...of),
    direct_debit: (...of) => this.directDebit(...of),
    card: (...of) => this.card(...of),
    card_payment: (...of) => this.cardPayment(...of),
    identity: (userId, language) => this.identity(userId, language),
    account: (userId, language) => this.account(userId, language),
    transfer: (userId, language) =>
      Promise.resolve({ ...nameless(userId), why: stopOf('transfer_refused', language) }),
  };

  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly cards: CardsService,
    private readonly purchases: CardPurchasesService,
    private readonly payments: OwnPaymentsService,
    private readonly debits: DirectDebitsService,
    private readonly orders: StandingOrdersService,
    private readonly verifications: KycService,
  ) {}

  /**
   * The stopped subject, with the reason.
   * @throws ApiException NOT_FOUND, also for another customer's; APPEAL_NOT_POSSIBLE for what the bank does not stop.
   */
  async find(
    userId: number,
    language: Language,
    { about, id = 0 }: { about: AppealSubject; id?: number | undefined },
  ): Promise<Appealed & { why: Stop }> {
    const found = await this.finders[about](userId, language, id);
    const { why } = found;
    if (!why?.appeal) throw new ApiException('APPEAL_NOT_POSSIBLE');
    return { ...found, why };
  }

  private async payment(userId: number, language: Language, id: number): Promise<Appealed> {
    const payment = await this.payments.explained(userId, id, language);
    const { recipient_name: label, currency } = payment;
    const sum = { amount: toMinor(payment.amount, currency), currency };
    return { label, sum, links: [{ type: 'payment', id, label }], why: payment.why, key: String(id) };
  }

  private async standingOrder(userId: number, language: Language, id: number): Promise<Appealed> {
    const order = await this.orders.explained(userId, id, language);
    const { payee: label, amount, currency, last_run: run } = order;
    const sum = { amount: toMinor(amount, currency), currency };
    return { label, sum, links: [await this.accountLink(userId)], why: run?.why, key: String(id) };
  }

  private async directDebit(userId: number, language: Language, id: number): Promise<Appealed> {
    const { creditor_name: label, amount, currency, why } = await this.debits.one(userId, id, language);
    const sum = { amount: toMinor(amount, currency), currency };
    return { label, sum, links: [await this.accountLink(userId)], why, key: String(id) };
  }

  private async card(userId: number, language: Language, id: number): Promise<Appealed> {
    const { cards } = await this.cards.explained(userId, language);
    const card = cards.find((each) => each.id === id);
    if (!card) {
      const isOfAnother = await this.database.exists('SELECT 1 FROM cards WHERE id = ?', [id]);
      throw new ApiException('NOT_FOUND', { isOfAnother });
    }
    const { card_number: label, why } = card;
    return { label, sum: null, links: [{ type: 'card', id, label }], why, key: String(id) };
  }

  private async cardPayment(userId: number, language: Language, id: number): Promise<Appealed> {
    const { merchant, amount, currency, card_id, why } = await this.purchases.one(userId, id, language);
    const links: CaseLink[] = [
      { type: 'card_purchase', id, label: merchant.name },
      { type: 'card', id: card_id, label: '' },
    ];
    const sum = { amount: toMinor(amount, currency), currency };
    return { label: merchant.name, sum, links, why, key: String(id) };
  }

  private async identity(userId: number, language: Language): Promise<Appealed> {
    const { why } = await this.verifications.explained(userId, language);
    const sent = await this.database.row(idRow, newestSubmission, [userId]);
    const links: CaseLink[] = sent ? [{ type: 'submission', id: sent.id, label: '' }] : [];
    return { ...nameless(userId), links, why };
  }

  private async account(userId: number, language: Language): Promise<Appealed> {
    const { balance } = await this.accounts.overview(userId);
    const name = balance.level === 'limited' ? 'account_limited' : 'account_limits';
    return { ...nameless(userId), links: [await this.accountLink(userId)], why: stopOf(name, language) };
  }

  private async accountLink(userId: number): Promise<CaseLink> {
    return { type: 'account', id: await this.accounts.idOf(this.database, userId), label: homeCurrency };
  }
}

const nameless = (userId: number): Omit<Appealed, 'why'> => ({
  label: '',
  sum: null,
  links: [],
  key: `customer-${userId}`,
});
