import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Bank, startBank } from '../support/bank';
import { cardNetwork, newCard } from '../support/card-network';
import { connectTo, newCustomer, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { ledgerErrors } from '../support/movements';

let bank: Bank;
let database: TestConnection;

beforeAll(async () => {
  bank = await startBank();
  database = connectTo(bank.migrationUrl);
});

afterAll(async () => {
  await database.end();
  await bank.stop();
});

/** Every value of every table, as text. */
async function dumped(): Promise<string> {
  const tables = await database.rows(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    for (const row of await database.rows(`SELECT * FROM \`${name}\``)) {
      for (const value of Object.values(row) as unknown[]) {
        parts.push(Buffer.isBuffer(value) ? value.toString('latin1') : String(value));
      }
    }
  }
  return parts.join('\n');
}

/** Drafts of mails are renamed meanwhile. */
function contentOf(file: string): string {
  try {
    return statSync(file).isFile() ? readFileSync(file, 'latin1') : '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

const files = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .map(contentOf)
    .join('\n');

/** How a number could be stored without being encrypted. */
const formsOf = (number: string): string[] => [
  number,
  ...[' ', '-', '.'].map((mark) => number.replace(/(\d{4})(?=\d)/g, `$1${mark}`)),
  [...number].reverse().join(''),
  ...(['base64', 'hex'] as const).map((encoding) =>
    Buffer.from(number).toString(encoding).replace(/=+$/, ''),
  ),
  BigInt(number).toString(16),
];

it('no number, and no PIN beside its card, is in a table, a log, a mail or a file', async () => {
  const network = cardNetwork(bank);
  const pin = '2580';
  const [numbers, references]: [string[], string[]] = [[], []];
  for (let time = 0; time < 3; time += 1) {
    const customer = await newCustomer(bank.shellUrl);
    const api = (method: string, route: string, body?: object) =>
      call(method, `${bank.shellUrl}/api/${route}`, { token: customer.token, ...(body && { body }) });
    await api('POST', 'balance/update', { amount: 500, type: 'add' });
    const { id, plastic } = await newCard(bank, database, customer);
    numbers.push(plastic.PAN);
    expect((await api('POST', `carte/${id}/pin`, { pin })).status).toBe(200);
    expect((await api('POST', `carte/${id}/reveal`)).body).toMatchObject({ number: plastic.PAN });
    const chip = { mode: 'CICC', amount: '70.00' } as const;
    const { code, reference } = await network.authorize({ ...plastic, PIN: pin }, chip);
    expect(code).toBe('00');
    await network.post('clearings', network.clearing(plastic, reference, { amount: '70.00' }));
    await network.post('refunds', network.refund(plastic, reference, { amount: '1.00' }));
    await network.authorize(plastic, { mode: 'ECOM', amount: '90.00', canChallenge: true });
    await network.post('authorizations', `{"PAN":"x${plastic.PAN.slice(1)}"}`);
    references.push(reference);
    const { body } = await api('POST', `carte/${id}/lost`, {});
    const { replacement } = body as { replacement: { id: number } };
    numbers.push(((await api('POST', `carte/${replacement.id}/reveal`)).body as { number: string }).number);
  }
  const [issued] = await database.rows('SELECT COUNT(*) AS n FROM cards');
  expect(new Set(numbers).size).toBe(Number(issued?.n));
  const everything = [await dumped(), bank.logs(), files(bank.dataDir)].join('\n');
  // It is looked for where it would be: the same search finds what may be stored of these cards and payments.
  for (const known of [...references, ...numbers.map((number) => number.slice(-4))]) {
    expect(everything).toContain(known);
  }
  expect(bank.logs()).toContain('/reveal');
  for (const number of numbers)
    expect(formsOf(number).filter((form) => everything.includes(form))).toEqual([]);
  const digests = await database.rows(
    'SELECT HEX(pin_digest) AS digest FROM cards WHERE pin_digest IS NOT NULL',
  );
  expect(new Set(digests.map(({ digest }) => digest)).size).toBe(3);
  expect(JSON.stringify(await database.rows('SELECT * FROM approvals'))).not.toContain(`"${pin}"`);
});

it('some hundred messages, repeated, reordered and cut off by kill -9, move their amounts once', async () => {
  const network = cardNetwork(bank);
  const people = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const customer = await newCustomer(bank.shellUrl);
      await call('POST', `${bank.shellUrl}/api/balance/update`, {
        token: customer.token,
        body: { amount: 2_000, type: 'add' },
      });
      return { customer, ...(await newCard(bank, database, customer)) };
    }),
  );
  const purchases = Array.from({ length: 48 }, (_, nth) => ({ nth, ...(people[nth % 4] ?? people[0]!) }));
  const messages = purchases.flatMap(({ nth, plastic }) => {
    const amount = `${(100 + nth) / 100}`;
    const asked = network.authorization(plastic, { amount });
    const original = asked.Tx.TxId.RtrvlRefNb;
    const cleared = network.clearing(plastic, original, { amount });
    const follows: [string, object][] =
      nth % 3 === 0
        ? [['reversals', network.reversal(original)]]
        : [
            ['clearings', cleared],
            ...(nth % 3 === 1
              ? [['refunds', network.refund(plastic, original, { amount: '0.50' })] as [string, object]]
              : []),
          ];
    return [['authorizations', asked] as [string, object], ...follows];
  });
  // Each twice; every fourth before what it follows.
  const order = [...messages, ...messages]
    .map((message, nth) => ({ message, at: nth + (nth % 4 === 0 ? -7 : 0) }))
    .sort((one, other) => one.at - other.at);
  let sent = 0;
  const deliver = async ([name, body]: [string, object]): Promise<void> => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const answer = await network.post(name, body).catch(() => undefined);
      if (answer?.status === 200) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${name} was never answered`);
  };
  const lanes = Array.from({ length: 6 }, async () => {
    for (let next = order[sent++]; next; next = order[sent++]) await deliver(next.message);
  });
  const chaos = (async () => {
    for (const share of [0.3, 0.6]) {
      while (sent < order.length * share) await new Promise((resolve) => setTimeout(resolve, 20));
      await bank.kill();
      await bank.start();
    }
  })();
  await Promise.all([...lanes, chaos]);
  const expected = purchases.reduce((sum, { nth }) => {
    const amount = 100 + nth;
    return sum + (nth % 3 === 0 ? 0 : nth % 3 === 1 ? amount - 50 : amount);
  }, 0);
  const ids = people.map(({ customer }) => customer.id);
  const [row] = await database.rows(
    'SELECT SUM(balance) AS balance, SUM(held) AS held FROM accounts WHERE user_id IN (?)',
    [ids],
  );
  expect([Number(row?.balance), Number(row?.held)]).toEqual([800_000 - expected, 0]);
  expect(await ledgerErrors(database)).toEqual([]);
  const day = new Date().toISOString().slice(0, 10);
  const [settled] = await database.rows(
    `SELECT SUM(IF(kind = 'clearing', amount, -amount)) AS sum FROM card_bookings WHERE settlement_day = ? AND currency = 'EUR'`,
    [day],
  );
  const sums = (minor: string) =>
    network.post('reconciliations', network.reconciliation(day, { EUR: minor }));
  expect((await sums(String(settled?.sum))).text).toContain('"MTCH"');
  expect((await sums('1')).text).toContain('"NMTC"');
  const incidents = await database.rows(`SELECT subject FROM incidents WHERE kind = 'card_totals_differ'`);
  expect(incidents).toHaveLength(1);
}, 120_000);
