import { noListYet } from '../../people/screening/screening.service';
import { Clock } from '../../platform/time/clock.service';
import { AddressBookService } from './address-book.service';

const now = new Date();
const row = {
  id: 1,
  name: 'Anne Durand',
  account: 'FR7630006000011234567890189',
  bic: '',
  country: 'FR',
  currency: 'EUR',
  label: null,
  clearing_code: null,
  address: null,
  trusted: true,
  last_used_at: null,
  created_at: now,
};
const tx = {
  exists: () => Promise.resolve(true),
  count: () => Promise.resolve(0),
  write: () => Promise.resolve({ insertId: 1 }),
  found: () => Promise.resolve(row),
};

/** The log lines of an entry whose name is found to be like others. */
async function linesOf(findings: object[]) {
  const record = jest.fn();
  const book = new AddressBookService(
    { find: () => findings } as never,
    { notify: () => undefined } as never,
    { record } as never,
    new Clock(),
  );
  const author = { userId: 7, email: 'p7@bank.test', requestId: 'r' };
  await book.enter(tx as never, author as never, { name: row.name, account: row.account });
  const lines = record.mock.calls as [unknown, { action: string }][];
  return lines.map(([, { action }]) => action);
}

it('logs an entry that is like a name of the sanctions list, and none that no list was there for', async () => {
  expect(await linesOf([{ ...noListYet, entry: 'E1' }])).toEqual([
    'beneficiary.added',
    'beneficiary.screened',
  ]);
  expect(await linesOf([noListYet])).toEqual(['beneficiary.added']);
});
