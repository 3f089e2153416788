import { z } from 'zod';
import { oneTimeCode } from './auth';
import { approvalProof } from './call-approvals';
import { compactClearingCode } from './countries';
import { typedCreditorId } from './direct-debits';
import { accountWithoutIban, resolvePayeeRequest, typedIban } from './payees';
import { verifyPhoneRequest } from './settings';
import { typedAmount } from './typed-amount';
import { email, phone, username } from './users';

const amount = typedAmount(z.number());

it.each([
  ['an IBAN', typedIban, '\u200eDE89\u00a03704\u202f0044 0532 0130\u200b00\u200f', 'DE89370400440532013000'],
  ['an amount', amount, '\ufeff1\u202f234,50\u00a0€\u200b', 1234.5],
  ['an address', email, '\u200bMarie@example.org\u2060', 'marie@example.org'],
  ['a username', username, 'marie\u200b', 'marie'],
  // As telephones copy it from their contacts.
  ['a telephone number', phone, '\u202a+33 6 12 34 56 78\u202c', '+33 6 12 34 56 78'],
  ['a one-time code', oneTimeCode, '\u200e123\u00a0456\u200f', '123456'],
  ['a code by text message', verifyPhoneRequest.shape.code, '\ufeff123456\u200b', '123456'],
  ['a code of an approval', approvalProof, { code: '123\u200b456' }, { code: '123456' }],
  ['a recipient', resolvePayeeRequest.shape.to, '\u200e@marie\u200f', '@marie'],
  ['a BIC', accountWithoutIban.shape.bic, '\u200bBOFAUS3NXXX', 'BOFAUS3NXXX'],
  ['a creditor', typedCreditorId, '\u200bDE98ZZZ09999999999', 'DE98ZZZ09999999999'],
])('%s is read without the marks that copying brought along', (_kind, schema: z.ZodType, typed, read) =>
  expect(schema.parse(typed)).toEqual(read),
);

it('reads a clearing code without them', () =>
  expect(compactClearingCode('\u200e02-100-0021\u200f')).toBe('021000021'));

it.each(['', '\u200b', '\ufeff\u200e'])('takes %j for no address', (typed) =>
  expect(email.safeParse(typed).success).toBe(false),
);
