import type { Language } from './language';
import en from './locales/card-reasons.en.json';
import fr from './locales/card-reasons.fr.json';
import { type ResponseCode, responseCodes as codes } from './rails/cards';

/** Why a card payment is refused, and the answer to the network for it. */
export const cardReasons = {
  abroad_off: codes.notPermitted,
  account: codes.restricted,
  blocked: codes.restricted,
  cash_off: codes.notPermitted,
  cash_per_day: codes.amountLimit,
  cash_virtual: codes.notPermitted,
  challenge: codes.authenticationNeeded,
  challenge_needed: codes.authenticationNeeded,
  challenge_over: codes.notHonoured,
  challenge_refused: codes.notHonoured,
  code: codes.notHonoured,
  contactless_off: codes.notPermitted,
  currency: codes.notPermitted,
  expired: codes.expired,
  held: codes.notHonoured,
  funds: codes.insufficientFunds,
  level: codes.amountLimit,
  lost: codes.lost,
  no_pin: codes.wrongPin,
  not_activated: codes.notPermitted,
  once_used: codes.expired,
  online_off: codes.notPermitted,
  per_day: codes.amountLimit,
  per_month: codes.amountLimit,
  per_payment: codes.amountLimit,
  pin: codes.wrongPin,
  pin_blocked: codes.pinTriesExceeded,
  pin_needed: codes.authenticationNeeded,
  pin_virtual: codes.notPermitted,
  rates: codes.unavailable,
  reversed: codes.notHonoured,
  unknown: codes.unknownCard,
} as const satisfies Record<string, ResponseCode>;
export type CardReason = keyof typeof cardReasons;

const texts: Record<Language, Record<CardReason, string>> = { fr, en };

/** Why a card payment was refused and what to do about it, in plain words; empty for an unknown reason. */
export const cardReason = (reason: string, language: Language): string =>
  Object.hasOwn(texts[language], reason) ? texts[language][reason as CardReason] : '';
