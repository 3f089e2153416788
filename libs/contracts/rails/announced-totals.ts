import { decimalsOf } from '../currencies';
import { amountAt, type Money } from './parts';
import { element, textAt, type XmlElement, XmlError } from './xml';

/** The totals that a header announces, compared with the payments below it as they are read. */
export class AnnouncedTotals {
  private readonly number: string | undefined;
  private readonly sumText: string | undefined;
  private readonly total: Money | undefined;
  private count = 0;
  /** Of all amounts, whatever their currencies, in units of the fifth decimal. */
  private sum = 0n;
  private readonly currencies = new Set<string>();

  /** @param totalName the element of the total @throws XmlError for a total that is no amount. */
  constructor(header: XmlElement | undefined, totalName: string) {
    this.number = textAt(header, 'NbOfTxs');
    this.sumText = textAt(header, 'CtrlSum');
    this.total = element(header, totalName) && amountAt(header, totalName);
  }

  /** Counts a payment; one that cannot be read has no amount. */
  add(amount?: Money): void {
    this.count += 1;
    if (!amount) return;
    this.sum += inFifthDecimals(amount);
    this.currencies.add(amount.currency);
  }

  /** Whether a payment is in another currency than the total. */
  get isMixed(): boolean {
    return this.total !== undefined && [...this.currencies].some((each) => each !== this.total?.currency);
  }

  /**
   * The reason code for a header that does not match the payments (ISO 20022 external codes): AM18 their number, AM10 their
   * sum. Undefined when it matches.
   */
  get fault(): string | undefined {
    if (Number(this.number) !== this.count) return 'AM18';
    if (this.sumText !== undefined && fifthDecimals(this.sumText) !== this.sum) return 'AM10';
    return this.total && !this.isMixed && inFifthDecimals(this.total) !== this.sum ? 'AM10' : undefined;
  }
}

/**
 * Requires that a message has payments, as many and as much as its header announces.
 * @throws XmlError with the reason code.
 */
export function requireAnnounced(
  header: XmlElement | undefined,
  totalName: string,
  payments: readonly { amount: Money }[],
): void {
  if (payments.length === 0) throw new XmlError('the message has no payments');
  const totals = new AnnouncedTotals(header, totalName);
  for (const { amount } of payments) totals.add(amount);
  if (totals.fault) throw new XmlError('the message is not what its header announces', totals.fault);
}

const inFifthDecimals = ({ minor, currency }: Money): bigint =>
  minor * 10n ** BigInt(5 - decimalsOf(currency));

/** A decimal with at most five decimals in units of the fifth; -1, which is no sum, for another text. */
function fifthDecimals(text: string): bigint {
  const [, whole, fraction = ''] = /^(\d{1,18})(?:\.(\d{0,5}))?$/.exec(text) ?? [];
  return whole === undefined ? -1n : BigInt(whole + fraction.padEnd(5, '0'));
}
