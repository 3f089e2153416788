import { typedAmount } from '@bank/contracts/typed-amount';
import { z } from 'zod';
import { cardPaymentSchema, cardReferenceSchema, settlementDaySchema } from '../cards/card-requests';
import type { ChargebackRequests } from '../cards/chargeback-requests';
import type { PlayCards } from '../cards/play-cards';
import { type Fault, faults, type MisbehaviourRequest } from '../misbehaviour/faults';
import type { Play } from '../play/play';
import type { PlayFiles } from '../play/play-files';
import {
  browserStateSchema,
  collectionSchema,
  creditFileSchema,
  creditsSchema,
  decisionSchema,
  rateSchema,
  recallDecisionSchema,
  statementSchema,
} from '../play/requests';
import type { Browsers } from '../push/browsers';
import type { Rates } from '../rates/rates';
import type { Telephones } from '../telephones/telephones';
import type { Misbehaviour, MisbehaviourState } from '../misbehaviour/misbehaviour';

/** The values of a form, by name. */
export type Values = Readonly<Record<string, string>>;

export interface Actions {
  play: Play;
  playFiles: PlayFiles;
  misbehaviour: Misbehaviour;
  rates: Rates;
  telephones: Telephones;
  cards: PlayCards;
  requests: ChargebackRequests;
  browsers: Browsers;
}

const anyNumber = z.number();
const amountOf = (text: string | undefined): unknown => typedAmount(anyNumber).safeParse(text ?? '').data;
const filled = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
const isYes = (text: string | undefined) => text === 'true';

const cardAction = z.enum(['clear', 'reverse', 'refund', 'chargeBack']);

/** A form's payment waits to be cleared by a click. */
const cardPayment = (values: Values) => ({
  number: '',
  expiry: '',
  ...filled(values),
  amount: amountOf(values.amount),
  clears: false,
});

/** The action of each form of the page. @throws ZodError that names fields; PlayError. */
export const forms: Record<string, (values: Values, actions: Actions) => Promise<unknown>> = {
  credits: (values, { play }) => {
    const { from, instant, ...credit } = filled(values);
    const named = { name: '', ...credit, amount: amountOf(credit.amount) };
    return play.sendCredits(creditsSchema.parse({ from, instant: instant === 'on', credits: [named] }));
  },
  collections: (values, { play }) => {
    const collection = { name: '', signed_on: '', ...filled(values), amount: amountOf(values.amount) };
    return play.collect(collectionSchema.parse(collection));
  },
  files: ({ count, amount }, { playFiles }) =>
    playFiles.sendCredits(creditFileSchema.parse({ count: Number(count), amount: amountOf(amount) })),
  statements: ({ day, currency }, { playFiles }) =>
    playFiles.sendStatement(statementSchema.parse({ day, currency })),
  decisions: ({ transaction_id, accepts }, { play }) =>
    play.decide(decisionSchema.parse({ transaction_id, accepts: isYes(accepts) })),
  recalls: ({ recall_id, accepts }, { play }) =>
    play.decideRecall(recallDecisionSchema.parse({ recall_id, accepts: isYes(accepts) })),
  rates: ({ currency, rate }, { rates }) => {
    const change = rateSchema.parse({ currency, rate: amountOf(rate) });
    return rates.change(change.currency, change.rate);
  },
  cards: (values, { cards }) => cards.pay(cardPaymentSchema.parse(cardPayment(values))),
  cardActions: ({ reference, action }, { cards }) => {
    const { reference: known } = cardReferenceSchema.parse({ reference });
    return action === 'again' ? cards.askAgain(known) : cards[cardAction.parse(action)](known, {});
  },
  cardReconciliations: ({ day }, { cards }) => cards.reconcile(settlementDaySchema.parse({ day }).day),
  cardProofs: ({ proved }, { requests }) => requests.setProved(isYes(proved)),
  browsers: ({ browser, state }, { browsers }) =>
    browsers.set(browser ?? '', browserStateSchema.parse({ state }).state),
  misbehaviour: (values, { misbehaviour }) => misbehaviour.set(nextFaults(values, misbehaviour.state())),
};

const durationSchema = z.coerce.number().int().min(1).max(86_400).catch(300);
const randomSchema = z.object({
  probability: z.coerce
    .number()
    .min(1)
    .max(100)
    .transform((percent) => percent / 100),
  seed: z.coerce.number().int().min(0).max(4_294_967_295),
});

/** A click switches one fault on or off beside the others; chance replaces them all. */
function nextFaults(values: Values, now: MisbehaviourState): MisbehaviourRequest {
  const forSeconds = durationSchema.parse(values.for);
  if (values.fault === 'random') {
    return { faults: [...faults], ...randomSchema.parse(values), forSeconds };
  }
  const on = now.probability === 1 ? now.faults : [];
  const clicked = faults.find((fault) => fault === values.fault);
  if (!clicked) return { faults: [] };
  const next: Fault[] = on.includes(clicked) ? on.filter((each) => each !== clicked) : [...on, clicked];
  return { faults: next, ...(next.length > 0 && { forSeconds }) };
}

/** The names of the fields at fault: `credits.0.amount` is the field `amount`. */
export const faultyFields = (error: z.ZodError): string[] => [
  ...new Set(error.issues.map(({ path }) => String(path.at(-1) ?? ''))),
];
