import fc from 'fast-check';
import { anyTransfer, everyMessage } from '../../../tests/support/rail-messages';
import type { CreditTransfers } from './credit-transfers';
import { type RailMessage, readMessage, UnknownMessageError, writeMessage } from './messages';
import type { Party } from './parts';
import { sepaName, sepaText } from './sepa-text';
import { messageBytes, readXml, XmlError } from './xml';

const bytes = (text: string) => new TextEncoder().encode(text);
const roundTrip = (message: RailMessage) => readMessage(bytes(writeMessage(message)));
const { transfers } = everyMessage;

describe('messages of the rail', () => {
  it.each(Object.values(everyMessage).map((message) => [message.type, message] as const))(
    '%s is read as it was written',
    (_type, message) => expect(roundTrip(message)).toEqual(message),
  );

  it('keeps ids and amounts of any credit', () => {
    fc.assert(
      fc.property(anyTransfer, (transfer) => {
        const read = roundTrip({ ...transfers, transfers: [transfer] }) as CreditTransfers;
        const { remittance, ...rest } = transfer;
        const written = sepaText(remittance ?? '', 140);
        const named = (party: Party) => ({ ...party, name: sepaName(party.name) });
        expect(read.transfers).toEqual([
          {
            ...rest,
            debtor: named(rest.debtor),
            creditor: named(rest.creditor),
            ...(written !== '' && { remittance: written }),
          },
        ]);
      }),
    );
  });

  it('reads prefixed elements', () => {
    const prefixed = writeMessage(transfers)
      .replace('xmlns=', 'xmlns:p=')
      .replace(/<(\/?)(?=[A-Z])/g, '<$1p:');
    expect(readMessage(bytes(prefixed))).toEqual(transfers);
  });
});

describe('an invalid message', () => {
  const document = writeMessage(transfers);
  it.each([
    ['a DTD', document.replace('<Document', '<!DOCTYPE Document><Document')],
    [
      'entities',
      document.replace('<Document', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document'),
    ],
    ['text cut off', document.slice(0, -20)],
    ['another namespace', document.replace(/urn:iso[^"]+/, 'urn:other')],
    ['JSON', '{"type":"pacs.008.001.08"}'],
    ['nothing', ''],
    ['no amount', document.replace(/<IntrBkSttlmAmt[\s\S]*?<\/IntrBkSttlmAmt>/, '')],
    ['fractions of a cent', document.replace(/(<IntrBkSttlmAmt [^>]*>1234.56)/, '$17')],
    [
      'a negative amount',
      document.replace('<IntrBkSttlmAmt Ccy="EUR">1234.56', '<IntrBkSttlmAmt Ccy="EUR">-1234.56'),
    ],
    ['no account', document.replace(/<CdtrAcct>[\s\S]*?<\/CdtrAcct>/, '')],
  ])('%s is refused', (_what, text) => expect(() => readMessage(bytes(text))).toThrow(XmlError));

  it.each([
    ['a character that XML does not have', 'A\u0001B'],
    ['a reference to one', 'A&#0;B'],
    ['half of a character', 'A&#xD800;B'],
    ['an entity that is not declared', 'A&x;B'],
    ['an ampersand by itself', 'A & B'],
  ])('refuses %s', (_what, name) => {
    const text = document.replace('<Nm>Marie Curie</Nm>', `<Nm>${name}</Nm>`);
    expect(() => readMessage(bytes(text))).toThrow('not well-formed');
  });

  it.each([
    ['AM18', 'another number', document.replace('<NbOfTxs>1<', '<NbOfTxs>2<')],
    ['AM18', 'no number', document.replace('<NbOfTxs>1</NbOfTxs>', '')],
    ['AM10', 'another control sum', document.replace('<CtrlSum>1234.56<', '<CtrlSum>1234.57<')],
    [
      'AM10',
      'another total',
      document.replace('<TtlIntrBkSttlmAmt Ccy="EUR">1234.56<', '<TtlIntrBkSttlmAmt Ccy="EUR">1.00<'),
    ],
    ['FF01', 'no payments', document.replace(/<CdtTrfTxInf>[\s\S]*<\/CdtTrfTxInf>/, '')],
    [
      'AM18',
      'collections missing',
      writeMessage(everyMessage.collections).replace('<NbOfTxs>1<', '<NbOfTxs>3<'),
    ],
    ['AM18', 'returns missing', writeMessage(everyMessage.returned).replace('<NbOfTxs>1<', '<NbOfTxs>3<')],
  ])('refuses with %s a message with %s than its header announces', (reasonCode, _what, text) => {
    expect(() => readMessage(bytes(text))).toThrow(expect.objectContaining({ reasonCode }) as Error);
  });

  it.each([
    '2026-02-31T10:00:00Z',
    '2026-11-22T18:30Z',
    '2026-11-22 18:30:00Z',
    '2026-11-22T25:00:00Z',
    '2026-11-22T18:30:00+15:00',
    '2026-11-22',
    '0000-01-01T00:00:00Z',
    'Sun, 22 Nov 2026 18:30:00 GMT',
    '1',
  ])('refuses the moment %s in every message', (moment) => {
    for (const message of Object.values(everyMessage)) {
      const text = writeMessage(message as never).replace(/<CreDtTm>[^<]*/, `<CreDtTm>${moment}`);
      expect(() => readMessage(bytes(text))).toThrow(
        expect.objectContaining({ reasonCode: 'FF01' }) as Error,
      );
    }
  });

  it.each([
    ['2026-11-22T18:30:00Z', '2026-11-22T18:30:00.000Z'],
    ['2026-11-22T18:30:00.1234567Z', '2026-11-22T18:30:00.123Z'],
    ['2026-11-22T19:30:00+01:00', '2026-11-22T18:30:00.000Z'],
    ['2026-11-22T19:30:00', '2026-11-22T18:30:00.000Z'],
    ['2026-07-22T20:30:00', '2026-07-22T18:30:00.000Z'],
    ['2026-11-22T24:00:00', '2026-11-22T23:00:00.000Z'],
  ])('reads the moment %s, without an offset of Paris', (written, moment) => {
    const text = document.replace(/<CreDtTm>[^<]*/, `<CreDtTm>${written}`);
    expect(readMessage(bytes(text)).createdAt.toISOString()).toBe(moment);
  });

  it.each([
    ['2026-02-31', undefined],
    ['2026-13-01', undefined],
    ['22.11.2026', undefined],
    ['2026-11-23T00:00:00Z', undefined],
    ['2026-11-23', '2026-11-23'],
    ['2026-11-23+01:00', '2026-11-23'],
    // By default the day of Paris in which the message was made.
    ['', '2026-11-24'],
  ])('reads the settlement day %s as %s', (written, day) => {
    for (const message of [everyMessage.transfers, everyMessage.returned, everyMessage.collections]) {
      const text = writeMessage({ ...message, createdAt: new Date('2026-11-23T23:30:00Z') } as never).replace(
        /<IntrBkSttlmDt>[^<]*/,
        `<IntrBkSttlmDt>${written}`,
      );
      if (day === undefined) expect(() => readMessage(bytes(text))).toThrow('is no day');
      else expect(readMessage(bytes(text))).toMatchObject({ settlementDay: day });
    }
  });

  it.each(Object.values(everyMessage).map((message) => [message.type, message] as const))(
    'refuses a %s under an id that cannot be stored',
    (type, message) => {
      if (type === 'pacs.028.001.03' || type === 'camt.056.001.08') return;
      for (const messageId of ['M'.repeat(36), 'né']) {
        expect(() => roundTrip({ ...message, messageId })).toThrow('not in the character set');
      }
    },
  );

  it.each([
    ['RtrId', 'RT-1'],
    ['OrgnlTxId', 'TX-1'],
    ['OrgnlEndToEndId', 'E2E-1'],
  ])('refuses a return whose %s is longer than the schema allows', (name, id) => {
    const text = writeMessage(everyMessage.returned).replace(
      `<${name}>${id}<`,
      `<${name}>${'x'.repeat(36)}<`,
    );
    expect(() => readMessage(bytes(text))).toThrow('more than 35 characters');
  });

  it('reads a reason in a sender’s own words as NARR, and refuses a code that cannot be one', () => {
    const text = writeMessage(everyMessage.report);
    const own = text.replace('<Cd>AC04</Cd>', '<Prtry>Account closed by us</Prtry>');
    expect(readMessage(bytes(own.replace('<AddtlInf>Closed</AddtlInf>', '')))).toMatchObject({
      statuses: [{ reason: { code: 'NARR', text: 'Account closed by us' } }, {}],
    });
    expect(() => readMessage(bytes(text.replace('AC04', 'AC0404')))).toThrow('no reason code');
  });

  it('refuses bytes that are not UTF-8, and a message that is too large', () => {
    expect(() => readXml(Uint8Array.of(0x3c, 0xff, 0xfe))).toThrow(XmlError);
    expect(() => readXml(new Uint8Array(messageBytes + 1))).toThrow('too large');
  });

  it('names a type that is not taken', () => {
    const other = document.replace(/pacs\.008\.001\.08/, 'pain.001.001.09');
    expect(() => readMessage(bytes(other))).toThrow(UnknownMessageError);
  });
});
