import type { Language } from './language';
import en from './locales/movements.en.json';
import fr from './locales/movements.fr.json';

const texts: Record<Language, typeof fr> = { fr, en };

/** The bank's own descriptions of movements, which are stored in French; see `movementText`. */
export const bankWords = {
  deposit: fr.deposit,
  fee: fr.fee,
  paymentFee: fr.payment_fee,
  card: fr.card,
  refund: fr.refund,
  refundRecovered: fr.refund_recovered,
} as const;

/** The stored description of an adjustment. */
export const adjustmentWords = (reason: string): string =>
  fr.adjustment_why.replace('{reason}', () => reason);

/** The stored description of an exchange between two currencies. */
export const exchangeWords = (from: string, to: string): string => fillExchange(fr.exchange, from, to);

const fillExchange = (text: string, from: string, to: string) =>
  text.replace('{from}', () => from).replace('{to}', () => to);

/** The stored description of what was still owed of a card payment. */
export const cardDebtWords = (merchant: string): string => fr.card_debt.replace('{merchant}', () => merchant);

/** The stored description of the money of a payment that came back. */
export const paymentBackWords = (recipient: string): string =>
  fr.payment_back.replace('{recipient}', () => recipient);

/** The stored description of a direct debit that its payer got back. */
export const debitBackWords = (creditor: string): string =>
  fr.debit_back.replace('{creditor}', () => creditor);

/** The description of the bank's own entry of an exchange. */
export const markupWords = fr.exchange_markup;

const exchangeDescription = new RegExp(`^${exchangeWords('([A-Z]{3})', '([A-Z]{3})')}$`);

const wholeWords = [
  'adjustment',
  'card',
  'deposit',
  'exchange_markup',
  'fee',
  'payment_fee',
  'refund',
  'refund_recovered',
] as const;
/** Those that end with what somebody typed: the beginning, and the place of the rest. */
const openWords = [
  [adjustmentWords(''), 'adjustment_why', '{reason}'],
  [cardDebtWords(''), 'card_debt', '{merchant}'],
  [paymentBackWords(''), 'payment_back', '{recipient}'],
  [debitBackWords(''), 'debit_back', '{creditor}'],
] as const;

/**
 * The description of a movement in a language: typed texts unchanged, the bank's own translated. The reason of an
 * adjustment follows.
 */
export function movementText(description: string, language: Language): string {
  const name = wholeWords.find((each) => fr[each] === description);
  if (name) return texts[language][name];
  const [, from, to] = exchangeDescription.exec(description) ?? [];
  if (from && to) return fillExchange(texts[language].exchange, from, to);
  const [start = '', words, place = ''] = openWords.find(([each]) => description.startsWith(each)) ?? [];
  return words ? texts[language][words].replace(place, () => description.slice(start.length)) : description;
}
