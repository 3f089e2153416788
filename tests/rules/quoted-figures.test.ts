import { readFileSync } from 'node:fs';
import { generateSync } from 'otplib';
import { defaultLimits, limitedLevel } from '@bank/contracts/account-limits';
import { revealSeconds } from '@bank/contracts/card-reveal';
import { activateCardRequest, type Card, cardTypes } from '@bank/contracts/cards';
import { cardPlans } from '@bank/contracts/card-plans';
import { currencies } from '@bank/contracts/currencies';
import { daysFrom } from '@bank/contracts/days';
import { exchangeAmounts } from '@bank/contracts/exchange-amounts';
import { expectedArrival, internationalFee } from '@bank/contracts/international';
import { type Language, languages } from '@bank/contracts/language';
import { levelText } from '@bank/contracts/level-texts';
import { toMinor } from '@bank/contracts/money';
import * as quoted from '@bank/contracts/quoted-figures';
import { rateOfEuro } from '@bank/contracts/rates';
import { attachmentLimits, responseHours } from '@bank/contracts/support';
import { contactlessInARow, needsPin } from '../../bff/src/money/card-payments/card-decision';
import { deliveryOf } from '../../bff/src/money/cards/card-delivery';
import { mostPinTries } from '../../bff/src/money/cards/card-state';
import { defaultsOf } from '../../bff/src/money/cards/card-limits';
import { refundableUntil } from '../../bff/src/money/direct-debits/refund-period';
import { acceptedStep, newTotpSecret } from '../../bff/src/people/auth/totp';
import { allFacts } from '../../remotes/support/src/all-facts';

/**
 * Every number that the FAQ, the assistant, the landing page, the contact page and the refusals of levels quote, against
 * what the bank's own code does: a text with a number that is not listed here fails, and so does a changed rule.
 */

const read = (pair: string, language: Language) =>
  JSON.parse(readFileSync(pair.replace('?', language), 'utf8')) as Record<string, string>;
const plain = (language: Language) =>
  Object.assign(allFacts(language), { currencies: currencies.join(', ') });
const filled = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => String(values[name] ?? hole));

const words: Record<Language, Record<string, number>> = {
  fr: { deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, huit: 8, neuf: 9, dix: 10 },
  en: { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
};

/** The numbers of a text in their order, in digits and in words; `2FA` and `Two-factor` are names, and the minutes of `9:00` none. */
function numbersOf(text: string, language: Language): number[] {
  const bare = text.replace(/2FA|two-factor|(?<=\}\}|\d):00/gi, '');
  const spelled = Object.keys(words[language]).join('|');
  const found = bare.matchAll(
    new RegExp(
      `\\d+(?:[\\s\\u00a0\\u202f]\\d{3}(?!\\d))*(?:[.,]\\d+)?|(?<!\\p{L})(?:${spelled})(?!\\p{L})`,
      'giu',
    ),
  );
  return [...found].map(
    ([token]) => words[language][token.toLowerCase()] ?? Number(token.replace(/\s/g, '').replace(',', '.')),
  );
}

/** Euros that a card of a type may spend without limits of its holder, on an account that limits nothing. */
function most(type: Card['type']): number[] {
  const unbounded = { type, monthlyLimit: 10n ** 12n, withdrawalLimit: 10n ** 12n };
  const { per_day: day, per_month: month } = defaultsOf(unbounded);
  return [Number(day) / 100, Number(month) / 100];
}
const fee = (country: string) =>
  Number(internationalFee({ country, charges: 'SHA', currency: 'EUR' }, rateOfEuro)) / 100;
const daysTo = (country: string, currency: string) => {
  // A Monday without a holiday near: the days of the week are the business days.
  const [from, to] = ['2026-11-23', expectedArrival('2026-11-23', country, currency)];
  return daysFrom(from, to);
};
const internationalDays = [daysTo('DE', 'EUR'), daysTo('SN', 'USD')];
const rates = { from: rateOfEuro, to: rateOfEuro };
const exchanged = exchangeAmounts({ side: 'sell', amount: 100_000n, from: 'EUR', to: 'USD', rates });
const exchangePercent = Number((exchanged?.worth ?? 0n) - (exchanged?.buy ?? 0n)) / 1_000;
const deliveryDays = () => {
  const createdAt = new Date('2026-11-23T10:00:00Z');
  const { arrives_by: day } = deliveryOf({ delivery: 'shipped', deliveryAt: createdAt, createdAt });
  // Two of the days until then are a weekend.
  return daysFrom('2026-11-23', day ?? '') - 2;
};
const cardDays = [quoted.cardDeliveryDays.from, deliveryDays()];
const [standard, premium, business] = [most('standard'), most('premium'), most('elite')];
const { statedFees, identityDelays, weeklyFee, passwordLinkMinutes, phoneLine } = quoted;
const kycHours = [identityDelays.complete.from, identityDelays.complete.to];
const secret = newTotpSecret();
const code = generateSync({ secret });
const codeDigits = acceptedStep(secret, code, new Date(), null) === undefined ? 0 : code.length;
const hours = [phoneLine.from, phoneLine.to];
const always = { fr: [24, 24, 7, 7], en: [24, 7] };
/** Promises that no code keeps: how long signing up takes, and how old a proof of address may be. */
const [signUpMinutes, proofMonths] = [5, 3];

/** The digits of a card's number that activate it. */
const lastDigits =
  [3, 4, 5].find((count) => activateCardRequest.safeParse({ last_four: '1'.repeat(count) }).success) ?? 0;
const refundWeeks = daysFrom('2026-01-05', refundableUntil('2026-01-05')) / 7;

type Quotes = Record<string, number[] | Record<Language, number[]>>;

const sources: { name: string; pair: string; quotes: Quotes }[] = [
  {
    name: 'the frequent questions',
    pair: 'remotes/support/src/faq/questions.?.json',
    quotes: {
      'account-creation.answer': [signUpMinutes, weeklyFee, quoted.daysPerWeek, exchangePercent],
      'card-order.answer': cardDays,
      'card-types.answer': [
        cardTypes.length,
        ...standard,
        cardPlans.premium.fee,
        ...premium,
        cardPlans.elite.fee,
        ...business,
      ],
      'fees.answer': [
        weeklyFee,
        cardPlans.premium.fee,
        cardPlans.elite.fee,
        fee('DE'),
        fee('US'),
        statedFees.cardOutsideEuroPercent,
        statedFees.freeWithdrawals,
        statedFees.withdrawal,
        statedFees.withdrawalAbroad,
        statedFees.withdrawalAbroadPercent,
        exchangePercent,
      ],
      'technical-problems.answer': [24, 7, ...hours],
      'kyc-delay.answer': [
        ...kycHours,
        identityDelays.incomplete.from,
        identityDelays.incomplete.to,
        identityDelays.complex,
      ],
      'kyc.answer': [proofMonths, limitedLevel.incomingTotal, limitedLevel.outgoingPerDay],
      'password-recovery.answer': [passwordLinkMinutes],
      'transfers.answer': [fee('DE'), ...internationalDays, fee('US'), ...internationalDays],
      'two-factor.answer': [codeDigits, quoted.recoveryCodeCount],
    },
  },
  {
    name: 'the assistant',
    pair: 'remotes/support/src/chat/replies.?.json',
    quotes: {
      account: [signUpMinutes, weeklyFee],
      cards: [cardTypes.length, ...[standard, premium, business].map(([day]) => day ?? 0)],
      contact: hours,
      hours: { fr: [...always.fr, ...hours], en: [...always.en, ...hours] },
      howLong: [...internationalDays, ...kycHours, ...cardDays],
      identity: [proofMonths],
      kyc: kycHours,
      manageCards: cardDays,
      password: [passwordLinkMinutes],
      pricing: [weeklyFee],
      transfers: internationalDays,
      verification: kycHours,
    },
  },
  {
    name: 'the newcomers’ questions',
    pair: 'remotes/support/src/chat/questions.?.json',
    quotes: {
      'card-activate.answer': [lastDigits],
      'card-late.answer': cardDays,
      'card-number.answer': [revealSeconds],
      'card-abroad.answer': [exchangePercent],
      'card-pin-blocked.ask': { fr: [mostPinTries], en: [mostPinTries] },
      'direct-debit-refuse.answer': [refundWeeks],
      'identity-before.answer': [limitedLevel.incomingTotal, limitedLevel.outgoingPerDay],
      'open-joint.answer': { fr: [2], en: [2] },
      'open-joint.ask': { fr: [2], en: [] },
      'overdraft.answer': [defaultLimits.overdraft],
      'send-family-abroad.answer': [fee('DE'), fee('US'), ...internationalDays],
      'weekly-fee.answer': [weeklyFee],
    },
  },
  {
    name: 'the landing page',
    pair: 'remotes/landing/locales/?.json',
    quotes: {
      'advantages.express.text': [signUpMinutes],
      'closing.title': [signUpMinutes],
      'hero.price': [weeklyFee],
      'hero.time': [signUpMinutes],
      'page.title': [weeklyFee],
      'pricing.amount': [weeklyFee],
      'pricing.item.chat': [24, 7],
      'pricing.lead': [quoted.daysPerWeek],
      'pricing.year': [weeklyFee * 52],
      'services.chat.title': [24, 7],
      // Six services stand on the page; its own test counts them.
      'services.lead': [6],
      // 'More than 20'.
      'services.payments.text': [20],
    },
  },
];

describe.each(sources)('$name', ({ pair, quotes }) => {
  it.each(languages)('quotes what the bank does (%s)', (language) => {
    const values = plain(language);
    for (const [key, text] of Object.entries(read(pair, language))) {
      const expected = quotes[key] ?? [];
      const numbers = Array.isArray(expected) ? expected : expected[language];
      expect([key, numbersOf(filled(text, values), language)]).toEqual([key, numbers]);
    }
    expect(Object.keys(quotes).filter((key) => !(key in read(pair, language)))).toEqual([]);
  });
});

it.each(languages)('the refusals of a level quote its limits (%s)', (language) => {
  const numbers = (limit: Parameters<typeof levelText>[0]['limit']) =>
    numbersOf(
      levelText({ limit, whose: 'own', required: 'full' }, language).replace(/,(?=\d{3})/g, ''),
      language,
    );
  expect(numbers('incoming')).toEqual([limitedLevel.incomingTotal]);
  expect(numbers('outgoing')).toEqual([limitedLevel.outgoingPerDay]);
});

it.each(languages)(
  'the contact page quotes the limits of files, and the hours of answers (%s)',
  (language) => {
    const texts = read('remotes/support/locales/contact.?.json', language);
    const values = { most: attachmentLimits.files, from: phoneLine.from, to: phoneLine.to };
    const numbers = (key: string) => numbersOf(filled(texts[key] ?? '', values), language);
    const megabytes = attachmentLimits.fileBytes / 1024 ** 2;
    expect(numbers('attachments.hint')).toEqual([attachmentLimits.files, megabytes]);
    expect(numbers('attachments.too_large')).toEqual([megabytes]);
    expect(numbers('line.hours')).toEqual(hours);
    expect(texts['answer']).toContain('{{hours}}');
    expect(responseHours).toEqual({ low: 72, normal: 24, high: 4, urgent: 1 });
  },
);

it.each(languages)('the page of a card quotes what is paid without a PIN (%s)', (language) => {
  const [limit, inARow] = numbersOf(
    read('remotes/cards/locales/card.?.json', language)['pin.lead_none'] ?? '',
    language,
  );
  const contactless = { kind: 'purchase', channel: 'contactless', merchant: { country: 'FR' } } as Parameters<
    typeof needsPin
  >[0];
  expect(needsPin(contactless, toMinor(limit ?? 0))).toBe(false);
  expect(needsPin(contactless, toMinor(limit ?? 0) + 1n)).toBe(true);
  expect(inARow).toBe(contactlessInARow);
});

it('quotes the figures of the specification', () => {
  expect([standard, premium, business]).toEqual([
    [1_000, 5_000],
    [5_000, 15_000],
    [20_000, 50_000],
  ]);
  expect(cardPlans).toMatchObject({ standard: { fee: 0 }, premium: { fee: 5 }, elite: { fee: 15 } });
  expect([fee('DE'), fee('FR'), fee('UA'), fee('US'), fee('SN')]).toEqual([5, 5, 5, 15, 15]);
  expect(internationalDays).toEqual([1, 3]);
  expect(cardDays).toEqual([5, 7]);
  expect(defaultLimits).toEqual({
    transferPerDay: 10_000,
    withdrawalPerDay: 1_000,
    cardPerMonth: 3_000,
    overdraft: 500,
  });
  expect(limitedLevel).toEqual({ incomingTotal: 1_000, outgoingPerDay: 250 });
  expect([weeklyFee, passwordLinkMinutes, quoted.recoveryCodeCount, exchangePercent]).toEqual([
    1, 30, 10, 0.5,
  ]);
  expect(statedFees).toEqual({
    cardOutsideEuroPercent: 2,
    freeWithdrawals: 4,
    withdrawal: 2,
    withdrawalAbroad: 3,
    withdrawalAbroadPercent: 1.5,
  });
  expect(currencies.length).toBeGreaterThan(20);
});
