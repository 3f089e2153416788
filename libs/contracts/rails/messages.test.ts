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

describe('what is no message', () => {
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

  it('refuses bytes that are not UTF-8, and a message that is too large', () => {
    expect(() => readXml(Uint8Array.of(0x3c, 0xff, 0xfe))).toThrow(XmlError);
    expect(() => readXml(new Uint8Array(messageBytes + 1))).toThrow('too large');
  });

  it('names a type that is not taken', () => {
    const other = document.replace(/pacs\.008\.001\.08/, 'pain.001.001.09');
    expect(() => readMessage(bytes(other))).toThrow(UnknownMessageError);
  });
});
