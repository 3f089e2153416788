import { type Currency, homeCurrency, isOffered } from '@bank/contracts/currencies';
import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import { settlementOf, suspenseOf } from '../ledger/bank-accounts';
import { roomOf } from '../ledger/levels';
import type { LockedAccount } from '../ledger/movement';
import { largestOf } from '../ledger/named-amount';

/** An account that a credit names. */
interface CreditedAccount {
  id: number;
  currency: Currency;
  isOpen: boolean;
}

/** Why a credit is not booked (ISO 20022 external codes). */
const reasons = {
  unknown: 'AC01',
  closed: 'AC04',
  currency: 'AM03',
  amount: 'AM02',
  nothing: 'AM01',
} as const;

/**
 * The reason code by which a credit is refused, whatever the balances are; null when nothing speaks against it.
 * @param inFile a file books euros only: the sum that its approver reads is in euros, and has nothing of other currencies
 */
export function refusalOf(
  { amount }: Pick<CreditTransfer, 'amount'>,
  account: CreditedAccount | undefined,
  { inFile }: { inFile: boolean },
): string | null {
  if (!account) return reasons.unknown;
  if (!account.isOpen) return reasons.closed;
  if (amount.currency !== account.currency || (inFile && amount.currency !== homeCurrency)) {
    return reasons.currency;
  }
  if (amount.minor <= 0n) return reasons.nothing;
  return amount.minor > largestOf(account.currency) / 4n ? reasons.amount : null;
}

/**
 * The balances of locked accounts while credits of one transaction are examined: what would exceed the largest balance, or
 * what an account takes in before its owner's identity is approved, is refused, where the ledger would refuse the whole
 * transaction.
 */
export class Headroom {
  private readonly balances: Map<number, bigint>;
  /** The remaining incoming limits of accounts; null without a limit. */
  private readonly rooms: Map<number, bigint | null>;
  /** The credits that exceed what their account may take in. */
  readonly overLevel = new Set<CreditTransfer>();

  constructor(
    locked: ReadonlyMap<number, LockedAccount>,
    private readonly origin: { inFile: boolean },
  ) {
    this.rooms = new Map([...locked].map(([id, account]) => [id, roomOf(account)]));
    this.balances = new Map([...locked].map(([id, { balance }]) => [id, balance]));
  }

  /** The reason code by which a credit is refused, or null; an accepted one is counted. */
  admit(credit: CreditTransfer, account: CreditedAccount | undefined): string | null {
    const refusal = refusalOf(credit, account, this.origin);
    if (refusal !== null || !account) return refusal ?? reasons.unknown;
    const room = this.rooms.get(account.id) ?? null;
    const { minor } = credit.amount;
    if (room !== null && minor > room) {
      this.overLevel.add(credit);
      return reasons.amount;
    }
    if (!this.move(account.currency, account.id, minor)) return reasons.amount;
    if (room !== null) this.rooms.set(account.id, room - minor);
    return null;
  }

  /** Whether the money of a refused credit can come to the suspense account of its currency, before it goes back. */
  admitToSuspense({ amount: { currency, minor } }: CreditTransfer): boolean {
    if (!isOffered(currency) || minor <= 0n) return false;
    return this.move(currency, suspenseOf(currency), minor);
  }

  /** From the settlement account of a currency. */
  private move(currency: Currency, to: number, amount: bigint): boolean {
    const [from, largest] = [settlementOf(currency), largestOf(currency)];
    const left = (this.balances.get(from) ?? 0n) - amount;
    const balance = (this.balances.get(to) ?? 0n) + amount;
    if (left < -largest || balance > largest) return false;
    this.balances.set(from, left);
    this.balances.set(to, balance);
    return true;
  }
}
