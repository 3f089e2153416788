import fc from 'fast-check';
import { currencies } from '../currencies';
import { ibanLengths } from '../iban';
import { schemaErrors } from '../../../tests/support/iso20022';
import { anyText, anyTransfer, everyMessage } from '../../../tests/support/rail-messages';
import { writeMessage } from './messages';
import { transferFileParts } from './transfer-files';

const perFile = 50;

describe('messages by the official schemas', () => {
  it('1 000 generated payments with hostile names, all IBAN lengths and references of 1 to 35 characters', async () => {
    const transfers = fc.sample(anyTransfer, { numRuns: 1_000, seed: 16 });
    const accounts = transfers.flatMap(({ debtor, creditor }) => [debtor.account, creditor.account]);
    const countries = new Set(accounts.map((account) => account.slice(0, 2)));
    const references = transfers.flatMap(({ transactionId, endToEndId }) => [transactionId, endToEndId]);
    expect(countries.size).toBe(ibanLengths.size);
    expect(new Set(references.map(({ length }) => length)).size).toBe(35);
    const documents = Array.from({ length: transfers.length / perFile }, (_, index) =>
      writeMessage({
        ...everyMessage.transfers,
        instant: index % 2 === 0,
        transfers: transfers.slice(index * perFile, (index + 1) * perFile),
      }),
    );
    expect(await schemaErrors('pacs.008.001.08', ...documents)).toEqual([]);
  });

  it('international payments with UETR, clearing codes and addresses of hostile texts, in every currency', async () => {
    const address = fc.record(
      { street: anyText, postcode: anyText, town: anyText, country: fc.constantFrom('US', 'IN', 'FR') },
      { requiredKeys: ['country'] },
    );
    const changes = fc.record({
      address,
      currency: fc.constantFrom(...currencies),
      uetr: fc.uuid({ version: 4 }),
      charges: fc.constantFrom('SHAR' as const, 'DEBT' as const, 'CRED' as const),
      clearing: fc.constantFrom(undefined, { system: 'USABA', code: '021000021' }),
      bic: fc.constantFrom('CHASUS33', 'CHASUS33XXX'),
      account: fc.constantFrom('000123456789', 'AE070331234567890123456'),
    });
    const drawn = fc.sample(fc.tuple(anyTransfer, changes), { numRuns: 300, seed: 17 });
    const documents = drawn.map(
      ([transfer, { address: written, currency, uetr, charges, clearing, ...bank }]) =>
        writeMessage({
          ...everyMessage.transfers,
          international: true,
          transfers: [
            {
              ...transfer,
              uetr,
              charges,
              amount: { ...transfer.amount, currency },
              debtor: { ...transfer.debtor, address: written },
              creditor: { ...transfer.creditor, ...bank, address: written, ...(clearing && { clearing }) },
            },
          ],
        }),
    );
    expect(documents.every((document) => !document.includes('SEPA'))).toBe(true);
    expect(await schemaErrors('pacs.008.001.08', ...documents)).toEqual([]);
  });

  it.each(Object.values(everyMessage).map((message) => [message.type, message] as const))(
    '%s is valid',
    async (type, message) => expect(await schemaErrors(type, writeMessage(message))).toEqual([]),
  );

  it('a file that is written in parts is valid', async () => {
    const { transfers, ...head } = everyMessage.transfers;
    const batches = (async function* () {
      yield transfers;
      yield fc.sample(anyTransfer, { numRuns: 20, seed: 17 });
    })();
    const totals = { count: 21, total: { minor: 100n, currency: 'EUR' } };
    let file = '';
    for await (const part of transferFileParts(head, totals, batches)) file += part;
    expect(await schemaErrors('pacs.008.001.08', file)).toEqual([]);
  });

  it('finds the fault of a wrong document', async () => {
    const wrong = writeMessage(everyMessage.transfers).replace('<MsgId>', '<MsgId>'.padEnd(60, 'x'));
    expect(await schemaErrors('pacs.008.001.08', wrong)).not.toEqual([]);
  });
});
