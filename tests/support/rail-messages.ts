import fc from 'fast-check';
import { ibanLengths, ibanWith } from '@bank/contracts/iban';
import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import type { RailMessage } from '@bank/contracts/rails/messages';
import type { Money, Party } from '@bank/contracts/rails/parts';
import { naughtyStrings } from './naughty';

/** An IBAN of any country, in the length of that country. */
export const anyIban: fc.Arbitrary<string> = fc.constantFrom(...ibanLengths).chain(([country, length]) =>
  fc
    .string({
      unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
      minLength: length - 4,
      maxLength: length - 4,
    })
    .map((account) => ibanWith(country, account)),
);

/** Names as people, and programs that attack, type them. */
export const anyText = fc.oneof(
  fc.constantFrom(
    'Élodie Dupont-Müller',
    'Σωκράτης',
    '北京市',
    'O’Brien & Søn <AB>',
    '//',
    ...naughtyStrings,
  ),
  fc.string({ unit: 'binary', maxLength: 150 }),
);

/** A reference of 1 to 35 characters of the SEPA set, each length as likely. */
const anyReference = fc.constantFrom(...Array.from({ length: 35 }, (_, at) => at + 1)).chain((length) =>
  fc.string({
    unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-?:().,'+"),
    minLength: length,
    maxLength: length,
  }),
);

const anyParty: fc.Arbitrary<Party> = fc.record({ name: anyText, account: anyIban });

const anyMoney: fc.Arbitrary<Money> = fc
  .bigInt({ min: 1n, max: 99_999_999_999n })
  .map((minor) => ({ minor, currency: 'EUR' }));

export const anyTransfer: fc.Arbitrary<CreditTransfer> = fc.record(
  {
    transactionId: anyReference,
    endToEndId: anyReference,
    amount: anyMoney,
    debtor: anyParty,
    creditor: anyParty,
    remittance: anyText,
  },
  { requiredKeys: ['transactionId', 'endToEndId', 'amount', 'debtor', 'creditor'] },
);

const createdAt = new Date('2026-11-22T18:30:00Z');

/** One message of each type. */
export const everyMessage = {
  transfers: {
    type: 'pacs.008.001.08',
    messageId: 'MSG-1',
    createdAt,
    settlementDay: '2026-11-23',
    instant: true,
    sender: 'BPCSFRPPXXX',
    transfers: [
      {
        transactionId: 'TX-1',
        endToEndId: 'E2E-1',
        amount: { minor: 123_456n, currency: 'EUR' },
        debtor: { name: 'Marie Curie', account: 'FR1420041010050500013M02606', bic: 'BPCSFRPPXXX' },
        creditor: { name: 'Otto', account: 'DE89370400440532013000' },
        remittance: 'Rent',
      },
    ],
  },
  report: {
    type: 'pacs.002.001.10',
    messageId: 'R-1',
    createdAt,
    originalMessageId: 'MSG-1',
    originalType: 'pacs.008.001.08',
    statuses: [
      {
        transactionId: 'TX-1',
        endToEndId: 'E2E-1',
        status: 'RJCT',
        reason: { code: 'AC04', text: 'Closed' },
      },
      { transactionId: 'TX-2', status: 'ACSC' },
    ],
  },
  returned: {
    type: 'pacs.004.001.09',
    messageId: 'B-1',
    createdAt,
    settlementDay: '2026-11-24',
    originalMessageId: 'MSG-1',
    originalType: 'pacs.008.001.08',
    returns: [
      {
        returnId: 'RT-1',
        originalTransactionId: 'TX-1',
        originalEndToEndId: 'E2E-1',
        amount: { minor: 5n, currency: 'EUR' },
        reason: { code: 'AC01' },
      },
    ],
  },
  question: {
    type: 'pacs.028.001.03',
    messageId: 'Q-1',
    createdAt,
    originalMessageId: 'MSG-1',
    originalType: 'pacs.008.001.08',
    transactions: [{ transactionId: 'TX-1', endToEndId: 'E2E-1' }],
  },
  recall: {
    type: 'camt.056.001.08',
    messageId: 'C-1',
    createdAt,
    sender: 'BPCSFRPPXXX',
    recallId: 'RC-1',
    originalMessageId: 'MSG-1',
    originalType: 'pacs.008.001.08',
    transactionId: 'TX-1',
    endToEndId: 'E2E-1',
    amount: { minor: 100n, currency: 'EUR' },
    reason: { code: 'DUPL' },
  },
  answer: {
    type: 'camt.029.001.09',
    messageId: 'A-1',
    createdAt,
    sender: 'BPCSFRPPXXX',
    answers: [
      {
        recallId: 'RC-1',
        transactionId: 'TX-1',
        outcome: 'RJCR',
        reason: { code: 'CUST', text: 'The customer refused' },
      },
      { recallId: 'RC-2', transactionId: 'TX-2', outcome: 'CNCL' },
    ],
  },
  collections: {
    type: 'pacs.003.001.08',
    messageId: 'D-1',
    createdAt,
    settlementDay: '2026-11-24',
    collections: [
      {
        transactionId: 'DD-1',
        endToEndId: 'E-1',
        amount: { minor: 3_990n, currency: 'EUR' },
        creditor: {
          id: 'FR72ZZZ123456',
          name: 'Energie',
          account: 'FR1420041010050500013M02606',
          bic: 'ENERFRPPXXX',
        },
        debtor: { name: 'Marie', account: 'DE89370400440532013000' },
        mandateId: 'M-1',
        signedOn: '2026-01-02',
        sequence: 'RCUR',
        remittance: 'Bill 7',
      },
    ],
  },
} satisfies Record<string, RailMessage>;
