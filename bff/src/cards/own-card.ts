import type { QueryRunner } from 'typeorm';
import type { Card } from '@bank/contracts/cards';
import { Failure } from '../common/failure';
import { minorUnits, wholeNumber } from '../common/money-column';

/** A card whose row this transaction holds locked, and the account that it draws on. */
export interface LockedCard {
  id: number;
  status: Card['status'];
  lastFour: string;
  /** The last day on which the card is valid. */
  expiryDate: string;
  userId: number;
  accountId: number;
  currency: string;
  /** What the account's cards may spend in a month, in minor units. */
  monthlyLimit: bigint;
}

interface CardRow {
  id: string;
  status: Card['status'];
  last_four: string;
  expiry_date: string;
  account_id: string;
}

interface AccountRow {
  user_id: string | null;
  currency: string;
  card_limit: string;
}

const lockCard = `
  SELECT id, status, last_four, DATE_FORMAT(expiry_date, '%Y-%m-%d') AS expiry_date, account_id
  FROM cards WHERE id = ? FOR UPDATE`;
const readAccount = 'SELECT user_id, currency, card_limit FROM accounts WHERE id = ?';

/**
 * Locks a card. Its account is only read: the ledger locks accounts, and always after the card.
 * @throws Failure NOT_FOUND when there is no such card.
 */
export async function lockedCard(runner: QueryRunner, id: number): Promise<LockedCard> {
  const [card] = (await runner.query(lockCard, [id])) as CardRow[];
  if (!card) throw new Failure('NOT_FOUND');
  const [account] = (await runner.query(readAccount, [card.account_id])) as [AccountRow];
  return {
    id: wholeNumber(card.id),
    status: card.status,
    lastFour: card.last_four,
    expiryDate: card.expiry_date,
    userId: wholeNumber(account.user_id ?? 0),
    accountId: wholeNumber(card.account_id),
    currency: account.currency,
    monthlyLimit: minorUnits(account.card_limit),
  };
}

/**
 * Locks one of a user's cards.
 * @throws Failure NOT_FOUND when there is none of that id, or it is somebody else's.
 */
export async function lockOwnCard(runner: QueryRunner, userId: number, id: number): Promise<LockedCard> {
  const card = await lockedCard(runner, id);
  if (card.userId !== userId) throw new Failure('NOT_FOUND', { isOfAnother: true });
  return card;
}

/**
 * Why a card may not be used on a day of Paris, or nothing when it may: it is blocked, was never or is no longer in
 * use, or has expired.
 */
export function cardRefusal({ status, expiryDate }: LockedCard, day: string) {
  if (status === 'blocked') return 'CARD_BLOCKED';
  return status === 'inactive' || expiryDate < day ? 'CARD_INACTIVE' : undefined;
}
