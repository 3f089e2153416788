import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DisputeReason } from '@bank/contracts/cases';
import { decimalText } from '@bank/contracts/currencies';
import type { ChargebackReason } from '@bank/contracts/rails/cards';
import { idRow, moment, rowOf } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { dueBy, isDue } from '../../platform/time/due';
import type { CaseTextKey } from '../../people/cases/case-texts';
import { CasesService } from '../../people/cases/cases.service';
import { CardNetwork, type ChargebackOutcome } from '../../ports/card-network/card-network';
import { UnansweredRequests } from '../../ports/card-network/unanswered-requests.service';
import { type BookedChargeback, ChargebackWatch } from '../card-payments/chargeback-watch.service';
import {
  bookingOf,
  type Dispute,
  disputeColumns,
  disputeRow,
  disputeStates,
  purchaseRow,
  selectPurchase,
} from './disputes.sql';

type State = Dispute['state'];

/** How long after a try without an answer the network is asked again. */
const againMs = 60_000;
const askedAtOnce = 20;

const bookedOf = `
  SELECT COALESCE(SUM(b.amount), 0) FROM disputes d JOIN entries e ON e.id = d.transaction_id DIV 2
    JOIN card_bookings b ON b.transfer_id = ${bookingOf('e.transfer_id')} AND b.kind = 'clearing' WHERE d.id = ?`;
/** From now on the currency is that of what was asked, which may differ from the account's. */
const toAsk = `UPDATE disputes SET state = 'asked', request = ?, asked = ?, currency = ?, ask_at = ? WHERE id = ?`;
const due = `state = 'asked' AND ${isDue('ask_at')}`;
const selectDue = `SELECT id FROM disputes WHERE ${due} ORDER BY ask_at LIMIT ?`;
/** A request is made by a decision, which is no longer the case's where a reversal has opened it again before the answer. */
const oldestAsked = `
  SELECT MIN((
    SELECT MAX(e.created_at) FROM case_entries e WHERE e.case_id = d.case_id AND e.kind = 'decision')) AS at
  FROM disputes d WHERE d.state = 'asked'`;
const oldestRow = rowOf({ at: moment.nullable() });
const lease = `UPDATE disputes SET ask_at = ? WHERE id = ? AND ${due}`;
const selectOne = `SELECT ${disputeColumns} FROM disputes d WHERE d.id = ?`;
/** Every clearing of a purchase can be disputed: the request decides, then the likelier states, then the amount. */
const answeredBy = `
  SELECT ${disputeColumns} FROM disputes d WHERE d.purchase_id = ? AND (d.state IN (?) OR d.request = ?)
  ORDER BY COALESCE(d.request = ?, FALSE) DESC, d.state IN (?) DESC, COALESCE(d.asked, (
    SELECT SUM(b.amount) FROM entries e
    JOIN card_bookings b ON b.transfer_id = ${bookingOf('e.transfer_id')} AND b.kind = 'clearing'
    WHERE e.id = d.transaction_id DIV 2)) = ? DESC, d.id LIMIT 1`;
const setState = 'UPDATE disputes SET state = ?, ask_at = NULL WHERE id = ?';

const reasons: Record<DisputeReason, ChargebackReason> = {
  not_me: 'FRAD',
  not_received: 'NRCV',
  wrong_amount: 'AMNT',
  twice: 'DUPL',
  cancelled: 'CNCL',
  other: 'OTHR',
};

/** The new state of a dispute and its timeline text, by the network's answer. */
const answers: Record<
  Exclude<ChargebackOutcome, 'unknown'>,
  { state: State; key: CaseTextKey; reopens: boolean }
> = {
  accepted: { state: 'granted', key: 'chargeback_granted', reopens: false },
  represented: { state: 'represented', key: 'chargeback_represented', reopens: true },
  rejected: { state: 'represented', key: 'chargeback_rejected', reopens: true },
};

/** The states of the disputes that a booking may be about, and those that it more likely is about. */
const concerned: Record<'chargeback' | 'reversal', [possible: readonly State[], likelier: readonly State[]]> =
  {
    chargeback: [
      ['open', 'asked', 'granted'],
      ['asked', 'granted'],
    ],
    reversal: [disputeStates, ['repaid']],
  };

/** Asks the card network for money that a holder disputes; the chargeback that follows books it, once. */
@Injectable()
export class ChargebacksService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly network: CardNetwork,
    private readonly requests: UnansweredRequests,
    private readonly watch: ChargebackWatch,
    private readonly cases: CasesService,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.watch.listen((tx, chargeback) => this.booked(tx, chargeback));
    this.requests.listen(() => this.oldestUnanswered());
  }

  /** The claimable amount in minor units of the purchase's currency: the disputed amount less earlier refunds. */
  async claimable(connection: Connection, { id, purchaseId }: Dispute): Promise<bigint> {
    const purchase = await connection.found(purchaseRow, selectPurchase, [purchaseId]);
    const booked = BigInt(await connection.count(bookedOf, [id]));
    const most = purchase.claimable < booked ? purchase.claimable : booked;
    return most > 0n ? most : 0n;
  }

  /**
   * Records the request to the network, and returns the function that sends it.
   * @throws ApiException NOT_CONFIGURED; CASE_NOT_ACCEPTABLE when nothing can be asked for, or it was before.
   */
  async ask(tx: Transaction, dispute: Dispute): Promise<() => Promise<void>> {
    if (!this.network.isConfigured) throw new ApiException('NOT_CONFIGURED');
    const amount = await this.claimable(tx, dispute);
    if (dispute.state !== 'open' || amount === 0n) throw new ApiException('CASE_NOT_ACCEPTABLE');
    const { currency } = await tx.found(purchaseRow, selectPurchase, [dispute.purchaseId]);
    const request = this.random.reference('CB', 20);
    await tx.write(toAsk, [request, amount, currency, this.clock.now(), dispute.id]);
    return async () => {
      await this.askNow(dispute.id);
    };
  }

  /** Repeats the requests that the network did not answer, and returns the number of answers. */
  async askDue(now: Date): Promise<number> {
    const rows = await this.database.rows(idRow, selectDue, [...dueBy(now, againMs), askedAtOnce]);
    let done = 0;
    for (const { id } of rows) if (await this.askNow(id)) done += 1;
    return done;
  }

  /** When the network was asked for what it has not answered yet, the longest ago; null when it has answered all. */
  private async oldestUnanswered(): Promise<Date | null> {
    return (await this.database.one(oldestRow, oldestAsked)).at;
  }

  /** The network is asked outside any transaction, by one server at a time, always under the same id. */
  private async askNow(id: number): Promise<boolean> {
    const now = this.clock.now();
    const values = [new Date(now.getTime() + againMs), id, ...dueBy(now, againMs)];
    const { affectedRows } = await this.database.write(lease, values);
    if (affectedRows === 0) return false;
    const dispute = await this.database.found(disputeRow, selectOne, [id]);
    const { reference } = await this.database.found(purchaseRow, selectPurchase, [dispute.purchaseId]);
    const outcome = await this.network.requestChargeback({
      id: dispute.request ?? '',
      original: reference,
      reason: reasons[dispute.reason],
      amount: { minor: dispute.asked ?? 0n, currency: dispute.currency },
    });
    if (outcome === 'unknown') return false;
    await this.database.transaction((tx) => this.answered(tx, dispute, outcome));
    return true;
  }

  /** The case is locked before the dispute, as everywhere. A chargeback may come before the answer. */
  private async answered(
    tx: Transaction,
    { id, caseId }: Dispute,
    outcome: Exclude<ChargebackOutcome, 'unknown'>,
  ): Promise<void> {
    const locked = await this.cases.lock(tx, caseId);
    const dispute = await tx.found(disputeRow, `${selectOne} FOR UPDATE`, [id]);
    if (dispute.state !== 'asked') return;
    const { state, key, reopens } = answers[outcome];
    await tx.write(setState, [state, id]);
    await this.cases.news(tx, locked, { key, values: {} }, { reopens });
  }

  private async booked(
    tx: Transaction,
    { purchaseId, request, amount, isReversal }: BookedChargeback,
  ): Promise<void> {
    const [possible, likelier] = concerned[isReversal ? 'reversal' : 'chargeback'];
    const id = request ?? null;
    const values = [purchaseId, possible, id, id, likelier, amount.minor];
    const found = await tx.row(disputeRow, answeredBy, values);
    if (!found) return;
    const locked = await this.cases.lock(tx, found.caseId);
    const state = await this.stateAfter(tx, found, { request, amount, isReversal });
    // One that was asked stays so, with the time of the next try.
    if (state !== found.state) await tx.write(setState, [state, found.id]);
    const paid = { amount: decimalText(amount.minor, amount.currency), currency: amount.currency };
    const key = isReversal ? 'chargeback_reversed' : 'chargeback_booked';
    // The rest of what was asked can be asked for again.
    const isClaimableAgain = isReversal || (state === 'open' && found.state !== 'open');
    const reopens = state === 'taken_back' || (isClaimableAgain && locked.state === 'decided');
    await this.cases.news(tx, locked, { key, values: paid }, { reopens });
  }

  /**
   * The state of a dispute after a booking: open while a part can still be claimed. The reversal of a chargeback that was not asked
   * for leaves the state of a request as it is.
   */
  private async stateAfter(
    tx: Transaction,
    dispute: Dispute,
    { request, amount, isReversal }: Omit<BookedChargeback, 'purchaseId'>,
  ): Promise<State> {
    if (isReversal) {
      const isOfRequest = request !== undefined && request === dispute.request;
      return dispute.state === 'repaid' || (isOfRequest && dispute.state !== 'open')
        ? 'taken_back'
        : dispute.state;
    }
    // Other clearings of the purchase may be claimable by their own disputes.
    const isPart = amount.minor < BigInt(await tx.count(bookedOf, [dispute.id]));
    return isPart && (await this.claimable(tx, dispute)) > 0n ? 'open' : 'repaid';
  }
}
