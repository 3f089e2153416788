import { Injectable } from '@nestjs/common';
import { type CardReason, cardReasons } from '@bank/contracts/card-reasons';
import { isOffered } from '@bank/contracts/currencies';
import { responseCodes } from '@bank/contracts/rails/cards';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';
import { parisDay } from '../../platform/time/paris-day';
import type { AuthorizationAnswer, CardAuthorization } from '../../ports/card-network/card-network';
import { spentByCardQuery } from '../cards/card-spending';
import { HoldsService } from '../ledger/holds.service';
import { LedgerService } from '../ledger/ledger.service';
import type { LockedAccount } from '../ledger/movement';
import { keepWithinLimits, outgoingTodayOf } from '../ledger/outgoing-limits';
import { RatesService } from '../rates/rates.service';
import { worthOf } from './card-amounts';
import { type Asked, CardChallengesService, type ChallengeAnswer } from './card-challenges.service';
import {
  isLowRisk,
  isPinDue,
  mayBeSecondTry,
  refusalOfCard,
  refusalOfLimits,
  withoutPin,
} from './card-decision';
import { CardNoticesService, type CardUse } from './card-notices.service';
import { CardRules } from './card-rules.service';
import { CardProofsService } from './card-proofs.service';
import { cardTotalsQuery, unchallengedQuery } from './card-totals';
import {
  accountQuery,
  type CardAccount,
  lockPurchaseAndCard,
  type PayingCard,
  type Purchase,
} from './purchase';

/** Unused holds expire after seven days (the bank and the world, section 5). */
const holdDays = 7;

const approve = `
  UPDATE card_purchases SET state = 'held', code = '00', approval_code = ?, reserved = ?, counted = ?, authenticated = ?,
    expires_at = ? WHERE id = ?`;
const decline = `UPDATE card_purchases SET state = 'declined', code = ?, reason = ? WHERE id = ?`;
const describe = `
  UPDATE card_purchases SET card_id = ?, account_id = ?, kind = ?, channel = ?, amount = ?, currency = ?,
    merchant_id = ?, merchant_name = ?, merchant_city = ?, merchant_country = ?, category = ? WHERE id = ?`;
const markUsed = 'UPDATE cards SET last_used_at = ? WHERE id = ?';
const endOnce = `UPDATE cards SET last_used_at = ?, status = 'inactive', ended = 'used' WHERE id = ?`;

/** An authorization on its way to a decision. */
interface Case {
  asked: CardAuthorization;
  purchase: Purchase;
  card: PayingCard;
  account: CardAccount;
  now: Date;
}

/** The amount to be held, and whether the holder authenticated: by a challenge online, by the PIN elsewhere. */
interface Reserve {
  total: bigint;
  locked: Map<number, LockedAccount>;
  isAuthenticated: boolean;
}

type Decision = { reason: CardReason; challenge?: Asked } | Reserve;

/** Decides whether a card pays: the fast path, one transaction without a lock that other customers wait for. */
@Injectable()
export class CardAuthorizationsService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly holds: HoldsService,
    private readonly rates: RatesService,
    private readonly proofs: CardProofsService,
    private readonly challenges: CardChallengesService,
    private readonly rules: CardRules,
    private readonly notices: CardNoticesService,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {}

  /** Holds the amount, or declines with the reason; holds nothing for a reference that was decided, cleared or reversed before. */
  async decide(tx: Transaction, asked: CardAuthorization): Promise<AuthorizationAnswer> {
    const now = this.clock.now();
    const digests = this.proofs.digestsOf(asked.card.number);
    const { purchase, card, account } = await lockPurchaseAndCard(tx, asked.reference, digests, now);
    const earlier = earlierAnswer(purchase);
    if (earlier) return earlier;
    if (!card || !account) {
      await tx.write(decline, [cardReasons.unknown, 'unknown', purchase.id]);
      return { code: cardReasons.unknown };
    }
    const known: Case = { asked, purchase, card, account, now };
    await this.describe(tx, known);
    const decision = await this.judge(tx, known);
    return 'reason' in decision ? this.refuse(tx, known, decision) : this.approve(tx, known, decision);
  }

  private async judge(tx: Transaction, known: Case): Promise<Decision> {
    const { asked, card, account, now } = known;
    const refusal = refusalOfCard(card, account, asked, parisDay(now));
    if (refusal) return { reason: refusal };
    const total = await this.total(tx, asked, account.currency);
    if (typeof total === 'string') return { reason: total };
    const unproved = await this.proofs.refusal(tx, known, asked, total);
    if (unproved) return { reason: unproved };
    return this.judgeMoney(tx, known, total);
  }

  /** The total debit of the payment including its markup, or the reason why it is unknown. */
  private async total(
    tx: Transaction,
    { amount }: CardAuthorization,
    currency: string,
  ): Promise<bigint | CardReason> {
    if (amount.currency === currency) return amount.minor;
    if (!isOffered(amount.currency)) return 'currency';
    const table = await this.rates.current(tx);
    const worth = worthOf(amount, currency, table);
    if (table.isStale || !worth) return 'rates';
    return worth.worth + worth.markup;
  }

  private async judgeMoney(tx: Transaction, known: Case, total: bigint): Promise<Decision> {
    const { asked, purchase, card, account, now } = known;
    const { accountId, userId, currency } = account;
    const [locked, { closed }, totals, accountMonth, outgoing, unchallenged] = await tx.together([
      this.ledger.lockQuery([accountId]),
      accountQuery(accountId),
      cardTotalsQuery(card.id, accountId, now),
      spentByCardQuery(accountId, parisDay(now)),
      outgoingTodayOf([accountId], now),
      unchallengedQuery(card.id, asked.channel),
    ]);
    if (closed) return { reason: 'account' };
    const own = locked.get(accountId);
    const today = outgoing.get(accountId) ?? [...outgoing.values()][0];
    if (!own || !today) throw new Error(`account ${accountId} of card ${card.id} is missing`);
    const uncovered =
      refusalOfLimits(card, account, { ...totals, accountMonth }, { kind: asked.kind, amount: total }) ??
      refusalOf(() => keepWithinLimits(own, today, { kind: 'card', amount: total })) ??
      (own.balance - own.held - total < -own.overdraftLimit ? 'funds' : undefined);
    const isCovered = uncovered === undefined;
    const use = { asked, userId, cardId: card.id, purchaseId: purchase.id, total, currency, isCovered };
    const answer = await this.challenges.answerTo(tx, card.id, asked);
    // A payment that comes again with what the rules asked for was judged and counted before.
    const isSecondTry =
      answer || (mayBeSecondTry(asked, total) && (await this.rules.hasAskedForPin(tx, use, now)));
    const verdict = isSecondTry ? 'allow' : await this.rules.judge(tx, use);
    if (verdict === 'decline') return { reason: 'held' };
    if (uncovered) return { reason: uncovered };
    const isOnline = asked.channel === 'online';
    const hasPin = !isOnline && asked.card.pin !== undefined;
    const asksPin = !isOnline && (verdict === 'ask' || isPinDue(asked, unchallenged));
    if (asksPin && !hasPin) return { reason: withoutPin(card) };
    const isRisky = isOnline && (verdict === 'ask' || !isLowRisk(card, asked.merchant, total, unchallenged));
    if (!isRisky && !asked.challengeId) return { total, locked, isAuthenticated: hasPin };
    return this.authenticate(tx, known, answer, { total, locked, isAuthenticated: true });
  }

  private async authenticate(
    tx: Transaction,
    { asked, card }: Case,
    answer: ChallengeAnswer | undefined,
    reserve: Reserve,
  ): Promise<Decision> {
    if (answer?.state === 'approved') {
      await this.challenges.use(tx, answer);
      return reserve;
    }
    if (answer?.state === 'asked') return { reason: 'challenge', challenge: answer };
    if (answer?.state === 'refused') return { reason: 'challenge_refused' };
    if (asked.challengeId) return { reason: 'challenge_over' };
    if (!asked.canChallenge) return { reason: 'challenge_needed' };
    return { reason: 'challenge', challenge: await this.challenges.ask(tx, card.id, asked) };
  }

  private async approve(tx: Transaction, known: Case, reserve: Reserve): Promise<AuthorizationAnswer> {
    const { purchase, card, account, now } = known;
    const { total, locked, isAuthenticated } = reserve;
    const approvalCode = this.random.digits(6);
    const expiresAt = new Date(now.getTime() + holdDays * dayMs);
    await tx.write(approve, [approvalCode, total, total, isAuthenticated, expiresAt, purchase.id]);
    if (total > 0n) {
      const hold = { accountId: account.accountId, purchaseId: purchase.id, amount: total, expiresAt };
      await this.holds.placeForCard(tx, locked, hold);
    }
    tx.defer([card.once ? endOnce : markUsed, [now, card.id]]);
    if (card.once) this.notices.cardChanged(tx, account.userId, { id: card.id, status: 'inactive' });
    this.notices.paid(tx, useOf(known), { minor: total, currency: account.currency });
    this.notices.balanceOf(tx, locked, account.accountId);
    return { code: responseCodes.approved, approvalCode };
  }

  private async refuse(
    tx: Transaction,
    known: Case,
    { reason, challenge }: { reason: CardReason; challenge?: Asked },
  ): Promise<AuthorizationAnswer> {
    const code = cardReasons[reason];
    await tx.write(decline, [code, reason, known.purchase.id]);
    const isAskedNow = challenge && known.asked.challengeId === undefined;
    if (isAskedNow) this.notices.challenged(tx, useOf(known), challenge.id);
    else if (reason !== 'challenge') this.notices.declined(tx, useOf(known), reason);
    return { code, ...(challenge && { challenge }) };
  }

  private async describe(tx: Transaction, { asked, purchase, card }: Case): Promise<void> {
    const { kind, channel, amount, merchant } = asked;
    await tx.write(describe, [
      card.id,
      card.accountId,
      kind,
      channel,
      amount.minor,
      amount.currency,
      merchant.id,
      merchant.name,
      merchant.city,
      merchant.country,
      merchant.category,
      purchase.id,
    ]);
  }
}

/**
 * The answer to an authorization whose reference is known: it was decided, or a reversal, a refund or a clearing came before
 * it, of which a clearing alone shows that the network has paid.
 */
function earlierAnswer({
  state,
  kind,
  code,
  approvalCode,
  cleared,
}: Purchase): AuthorizationAnswer | undefined {
  if (state === 'new') return undefined;
  const isOver = state === 'reversed' || kind === 'refund';
  if (isOver && cleared === 0n) return { code: cardReasons.reversed };
  if (state === 'declined') return { code: (code ?? cardReasons.unknown) as AuthorizationAnswer['code'] };
  return { code: responseCodes.approved, ...(approvalCode && { approvalCode }) };
}

const useOf = ({ asked, purchase, card, account }: Case): CardUse => ({
  userId: account.userId,
  purchaseId: purchase.id,
  card,
  merchantName: asked.merchant.name,
  amount: asked.amount,
});

/** The card reason of an error of the ledger's limits. @throws any other error. */
function refusalOf(check: () => void): CardReason | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiException)) throw error;
    if (error.code !== 'LIMIT_OF_LEVEL') return 'per_month';
    // What the balance lacks is no limit on amounts to a shop, also where an approved identity would have had an overdraft.
    return error.level?.limit === 'overdraft' ? 'funds' : 'level';
  }
}
