import { demonstrationPeople } from '@bank/contracts/demo';
import { startBank, type Bank } from '../support/bank';
import { connectTo, demonstrationPerson, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { runCommand } from '../support/server';

let bank: Bank;
let database: TestConnection;

beforeAll(async () => {
  bank = await startBank({ seed: true });
  database = await connectTo(bank.migrationUrl);
});

afterAll(async () => {
  await database.end();
  await bank.stop();
});

describe('the demonstration data', () => {
  it('has the named people, in the order of their ids, who can sign in', async () => {
    const signedIn = await Promise.all(
      demonstrationPeople.map(({ username }) => demonstrationPerson(bank.shellUrl, username)),
    );
    expect(signedIn.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  it('gives marie a past, cards in both states and of both brands, and balances that add up', async () => {
    const { token } = await demonstrationPerson(bank.shellUrl, 'marie');
    const get = async (path: string) => (await call('GET', `${bank.shellUrl}/api/${path}`, { token })).body;
    const { pagination } = (await get('user/transactions')) as { pagination: { total: number } };
    expect(pagination.total).toBeGreaterThanOrEqual(30);
    const { cards } = (await get('carte')) as { cards: { status: string; brand: string }[] };
    expect(new Set(cards.map(({ status }) => status))).toEqual(new Set(['active', 'blocked']));
    expect(new Set(cards.map(({ brand }) => brand))).toEqual(new Set(['VISA', 'Mastercard']));
    const [sum] = await database.rows('SELECT SUM(balance) AS total FROM accounts');
    expect(sum?.total).toBe('0');
  });

  it('tells that it is there', async () => {
    const [setting] = await database.rows(`SELECT value FROM bank_settings WHERE name = 'demonstration'`);
    expect(setting?.value).toBe('yes');
  });

  it('is put in place once', async () => {
    const count = async () => (await database.rows('SELECT COUNT(*) AS n FROM entries'))[0]?.n;
    const before = await count();
    const env = { DATABASE_URL: bank.databaseUrl, DATA_DIR: bank.dataDir };
    expect(await runCommand('seed', env)).toContain('nothing was seeded');
    expect(await count()).toBe(before);
  });
});
