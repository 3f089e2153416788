/** @jest-environment ./tests/support/bank-environment.ts */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { writeMessage } from '@bank/contracts/rails/messages';
import { contentDigest, signRequest } from '@bank/contracts/rails/signature';
import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import type { PaymentReturns } from '@bank/contracts/rails/returns';
import { atLength, longDescribe } from '../support/at-length';
import { startBank } from '../support/bank';
import { newId, postToBank, railKey } from '../support/clearing-house';
import { creditFileOf, fileCreditTo, postFile } from '../support/credit-files';
import { connectTo, newCustomer, type SignedIn } from '../support/customers';
import { listen } from '../support/event-stream';
import { ledgerErrors } from '../support/movements';
import { sharedBank } from '../support/shared-bank';
import { freePorts, ServerProcess } from '../support/server';
import { until } from '../support/until';

const { bank, database } = sharedBank();
const ibanOf = async ({ id }: SignedIn) =>
  String((await database.rows('SELECT iban FROM accounts WHERE user_id = ?', [id]))[0]?.iban);
const balanceOf = async (iban: string) =>
  Number((await database.rows('SELECT balance FROM accounts WHERE iban = ?', [iban]))[0]?.balance);
const fileOf = async (messageId: string) =>
  (
    await database.rows(
      'SELECT state, fault, credits, booked, refused FROM credit_files WHERE message_id = ?',
      [messageId],
    )
  )[0];
const booked = (messageId: string) => until(async () => (await fileOf(messageId))?.state === 'booked');
const customers = async (count: number) => {
  const people = await Promise.all(Array.from({ length: count }, () => newCustomer(bank.shellUrl)));
  return Promise.all(people.map(ibanOf));
};
const creditsTo = (ibans: string[], count: number): CreditTransfer[] =>
  Array.from({ length: count }, (_, at) => fileCreditTo(ibans[at % ibans.length] ?? ''));

it('books a file in slices, once, however it is repeated: as a file, under another id, or as single messages', async () => {
  const ibans = await customers(5);
  const count = atLength(1_210, 410);
  const transfers = creditsTo(ibans, count);
  const messageId = newId();
  const text = await creditFileOf(transfers, { messageId });
  const answers = await Promise.all([postFile(bank.shellUrl, text), postFile(bank.shellUrl, text)]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  const single = {
    type: 'pacs.008.001.08' as const,
    messageId: newId(),
    createdAt: new Date(),
    settlementDay: '2026-11-23',
    instant: false,
    sender: 'CAISFRPPXXX',
    transfers: transfers.slice(atLength(490, 190), atLength(700, 260)),
  };
  expect((await postToBank(bank.shellUrl, writeMessage(single))).status).toBe(202);
  await booked(messageId);
  expect(await fileOf(messageId)).toMatchObject({ credits: count, booked: count, refused: 0 });
  const slices = await database.rows(
    'SELECT s.number FROM credit_file_slices s JOIN credit_files f ON f.id = s.file_id WHERE f.message_id = ?',
    [messageId],
  );
  expect(slices).toHaveLength(Math.ceil(count / 200));
  const other = newId();
  expect((await postFile(bank.shellUrl, await creditFileOf(transfers, { messageId: other }))).status).toBe(
    202,
  );
  await booked(other);
  for (const iban of ibans) expect(await balanceOf(iban)).toBe((count / 5) * 1_234);
  expect(await ledgerErrors(database)).toEqual([]);
});

it('books a credit once that stands in several slices of a file, with another account each time', async () => {
  const ibans = await customers(4);
  const transfers = creditsTo(ibans, 800);
  // One id in each of the four slices, which are booked two at a time.
  const repeated = [10, 210, 410, 610].map((at, nth) => {
    const transfer = { ...fileCreditTo(ibans[nth] ?? ''), transactionId: transfers[10]?.transactionId ?? '' };
    transfers[at] = transfer;
    return transfer;
  });
  const messageId = newId();
  expect((await postFile(bank.shellUrl, await creditFileOf(transfers, { messageId }))).status).toBe(202);
  await booked(messageId);
  const rows = await database.rows('SELECT COUNT(*) AS n FROM incoming_credits WHERE transaction_id = ?', [
    repeated[0]?.transactionId,
  ]);
  expect(Number(rows[0]?.n)).toBe(1);
  const balances = await Promise.all(ibans.map(balanceOf));
  expect(balances.reduce((sum, each) => sum + each, 0)).toBe((800 - 3) * 1_234);
  const stuck = `SELECT id FROM incidents WHERE kind = 'credit_file_stuck' AND subject = ?`;
  expect(await database.rows(stuck, [messageId])).toEqual([]);
  expect(await ledgerErrors(database)).toEqual([]);
});

it('is an incident while a part cannot be booked, until all of it is', async () => {
  const [iban = ''] = await customers(1);
  const transfers = creditsTo([iban], 450);
  const messageId = newId();
  const state = async () =>
    (
      await database.rows(`SELECT state FROM incidents WHERE kind = 'credit_file_stuck' AND subject = ?`, [
        messageId,
      ])
    )[0]?.state;
  await database.rows(
    `CREATE TRIGGER stuck BEFORE INSERT ON incoming_credits FOR EACH ROW
     IF NEW.transaction_id = '${transfers[300]?.transactionId}' THEN SIGNAL SQLSTATE '45000'; END IF`,
  );
  try {
    await postFile(bank.shellUrl, await creditFileOf(transfers, { messageId }));
    await until(async () => (await state()) === 'open');
    expect(await fileOf(messageId)).toMatchObject({ state: 'booking' });
  } finally {
    await database.rows('DROP TRIGGER stuck');
  }
  await booked(messageId);
  expect(await balanceOf(iban)).toBe(450 * 1_234);
  expect(await state()).toBe('closed');
});

it('books the rest of a file that was lost, from a copy of what came', async () => {
  const [iban = ''] = await customers(1);
  const transfers = creditsTo([iban], 450);
  const messageId = newId();
  const text = await creditFileOf(transfers, { messageId });
  const stored = async () => {
    const [row] = await database.rows(
      'SELECT c.file, r.file AS origin FROM credit_files c JOIN rail_files r USING (message_id) WHERE message_id = ?',
      [messageId],
    );
    expect(row?.file).toBe(row?.origin);
    return path.join(bank.dataDir, 'documents', String(row?.file));
  };
  await database.rows(
    `CREATE TRIGGER halved BEFORE INSERT ON incoming_credits FOR EACH ROW
     IF NEW.transaction_id = '${transfers[300]?.transactionId}' THEN SIGNAL SQLSTATE '45000'; END IF`,
  );
  try {
    await postFile(bank.shellUrl, text);
    await until(async () => Number((await fileOf(messageId))?.booked) === 250);
    await rm(await stored());
    await until(async () => (await fileOf(messageId))?.state === 'altered');
  } finally {
    await database.rows('DROP TRIGGER halved');
  }
  expect((await postFile(bank.shellUrl, text)).status).toBe(202);
  await booked(messageId);
  expect(await fileOf(messageId)).toMatchObject({ booked: 450, refused: 0 });
  const copy = await stored();
  expect((await postFile(bank.shellUrl, text)).status).toBe(202);
  expect(await stored()).toBe(copy);
  expect(await balanceOf(iban)).toBe(450 * 1_234);
  expect(await ledgerErrors(database)).toEqual([]);
});

it('sends open pages the credits of a file, each its own', async () => {
  const [mine, other] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
  const [iban, ...others] = [await ibanOf(mine), await ibanOf(other), ...(await customers(3))];
  const [page, foreign] = [await listen(bank.shellUrl, mine.token), await listen(bank.shellUrl, other.token)];
  const transfers = [fileCreditTo(iban ?? ''), ...creditsTo(others, 39)];
  const messageId = newId();
  expect((await postFile(bank.shellUrl, await creditFileOf(transfers, { messageId }))).status).toBe(202);
  expect((await page.next('balance')).data).toEqual({
    current_balance: 12.34,
    available_balance: 12.34,
    currency: 'EUR',
  });
  const { reference } = (await page.next('transaction')).data;
  const notified = await page.next('notification');
  const [row] = await database.rows(
    `SELECT n.id, JSON_VALUE(n.text_values, '$.reference') AS reference FROM notifications n
     WHERE n.user_id = ? AND n.text_key = 'money_received'`,
    [mine.id],
  );
  expect(notified.data).toEqual({ id: Number(row?.id), type: 'transaction' });
  expect(row?.reference).toBe(reference);
  expect(page.events).toHaveLength(3);
  await until(() => Promise.resolve(foreign.events.length >= 30));
  expect(foreign.events.some(({ data }) => data.reference === reference)).toBe(false);
  page.close();
  foreign.close();
});

it('returns the credits that it cannot book, and books the rest', async () => {
  const [iban = '', closed = ''] = await customers(2);
  const [holder] = await database.rows('SELECT user_id AS id FROM accounts WHERE iban = ?', [closed]);
  await database.rows('UPDATE users SET deleted_at = NOW() WHERE id = ?', [holder?.id]);
  const messageId = newId();
  const transfers = [
    fileCreditTo(iban),
    fileCreditTo(closed),
    fileCreditTo('FR7699999000010000000000197'),
    fileCreditTo(iban),
  ];
  await postFile(bank.shellUrl, await creditFileOf(transfers, { messageId }));
  await booked(messageId);
  expect(await fileOf(messageId)).toMatchObject({ booked: 2, refused: 2 });
  const returned = (): PaymentReturns[] =>
    bank.rail.received.filter(
      (each): each is PaymentReturns =>
        each.type === 'pacs.004.001.09' && each.originalMessageId === messageId,
    );
  await until(() => Promise.resolve(returned().length === 1));
  expect(
    returned()[0]
      ?.returns.map(({ reason }) => reason.code)
      .sort(),
  ).toEqual(['AC01', 'AC04']);
  expect(await balanceOf(iban)).toBe(2 * 1_234);
});

describe('refuses, and books nothing of', () => {
  it.each([
    ['another number of credits', 'AM18', (all: CreditTransfer[]) => creditFileOf(all, { count: 7 })],
    ['another sum', 'AM10', (all: CreditTransfer[]) => creditFileOf(all, { total: 1n })],
    [
      'two currencies',
      'AM03',
      ([first, ...all]: CreditTransfer[]) =>
        creditFileOf([...all, { ...first!, amount: { ...first!.amount, currency: 'USD' } }]),
    ],
    ['instant credits', 'AG03', (all: CreditTransfer[]) => creditFileOf(all, { instant: true })],
    ['a cut', 'FF01', async (all: CreditTransfer[]) => (await creditFileOf(all)).slice(0, -40)],
    [
      'a DTD',
      'FF01',
      async (all: CreditTransfer[]) =>
        (await creditFileOf(all)).replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'),
    ],
    [
      'a credit without an amount',
      'FF01',
      async (all: CreditTransfer[]) =>
        (await creditFileOf(all)).replace(/<IntrBkSttlmAmt .*?<\/IntrBkSttlmAmt>/, ''),
    ],
    [
      'another type',
      'DS0F',
      async (all: CreditTransfer[]) =>
        (await creditFileOf(all)).replace('pacs.008.001.08', 'pain.001.001.09'),
    ],
  ])('a file with %s', async (_what, code, write) => {
    const [iban = ''] = await customers(1);
    const text = await write(creditsTo([iban], 3));
    const first = await postFile(bank.shellUrl, text);
    expect([first.status, JSON.parse(first.text)]).toMatchObject([400, { reason_code: code }]);
    expect(await postFile(bank.shellUrl, text)).toMatchObject({ status: 400 });
    expect(await balanceOf(iban)).toBe(0);
    expect(await database.rows('SELECT fault FROM rail_files ORDER BY id DESC LIMIT 1')).toEqual([
      { fault: code },
    ]);
  });

  it('an unsigned, altered or foreign file, storing nothing', async () => {
    const [iban = ''] = await customers(1);
    const text = await creditFileOf(creditsTo([iban], 2));
    const stored = () => readdir(path.join(bank.dataDir, 'documents')).catch(() => []);
    const before = await stored();
    const forged: Parameters<typeof postFile>[2][] = [
      { change: { signature: '' } },
      { change: { 'content-digest': 'sha-256=:AAAA:' } },
      { key: { id: 'bank-pcs', secret: 'another key that the bank does not know of' } },
    ];
    for (const options of forged) expect((await postFile(bank.shellUrl, text, options)).status).toBe(401);
    expect((await postFile(bank.shellUrl, text, { change: { 'content-type': 'text/plain' } })).status).toBe(
      415,
    );
    expect((await postFile(bank.backOfficeUrl, text)).status).toBe(404);
    expect(await stored()).toEqual(before);
  });

  it('an endless file, storing nothing', async () => {
    const stored = () => readdir(path.join(bank.dataDir, 'documents')).catch(() => []);
    const before = await stored();
    const url = `${bank.shellUrl}/rails/sepa/files`;
    const digest = contentDigest('whatever');
    const signature = await signRequest(railKey, { method: 'POST', url, digest });
    const headers = { ...signature, 'content-digest': digest, 'content-type': 'application/xml' };
    const chunk = Buffer.alloc(1_048_576, ' ');
    const { status, sent } = await new Promise<{ status: number; sent: number }>((resolve, reject) => {
      let sent = 0;
      const request = http.request(url, { method: 'POST', headers }, (response) => {
        resolve({ status: response.statusCode ?? 0, sent });
        request.destroy();
      });
      request.on('error', reject);
      const send = () => {
        for (sent += 1; sent <= 200 && request.write(chunk); sent += 1);
        if (sent > 200) request.end();
      };
      request.on('drain', send);
      send();
    });
    expect(status).toBe(413);
    expect(sent).toBeGreaterThan(120);
    expect(await stored()).toEqual(before);
  });

  it('another file under the id of an earlier one', async () => {
    const [iban = ''] = await customers(1);
    const messageId = newId();
    await postFile(bank.shellUrl, await creditFileOf(creditsTo([iban], 1), { messageId }));
    const { status } = await postFile(bank.shellUrl, await creditFileOf(creditsTo([iban], 2), { messageId }));
    expect(status).toBe(409);
    await booked(messageId);
    expect(await balanceOf(iban)).toBe(1_234);
  });
});

/** Takes long enough that a server is killed in the midst of it. */
const many = atLength(6_000, 3_000);

longDescribe('in a bank of its own', () => {
  it('goes on after kill -9, and stops before a file that was altered on disk', async () => {
    const own = await startBank({ env: { LOG_LEVEL: 'error' } });
    const rows = connectTo(own.migrationUrl);
    try {
      const who = await newCustomer(own.shellUrl);
      const iban = String(
        (await rows.rows('SELECT iban FROM accounts WHERE user_id = ?', [who.id]))[0]?.iban,
      );
      const messageId = newId();
      const text = await creditFileOf(
        Array.from({ length: many }, () => fileCreditTo(iban)),
        { messageId },
      );
      expect((await postFile(own.shellUrl, text)).status).toBe(202);
      await until(async () => Number((await rows.rows('SELECT booked FROM credit_files'))[0]?.booked) > 0);
      await own.kill();
      const half = Number((await rows.rows('SELECT booked FROM credit_files'))[0]?.booked);
      expect(half).toBeLessThan(many);
      expect(half % 200).toBe(0);
      await own.start();
      await until(async () => (await rows.rows('SELECT state FROM credit_files'))[0]?.state === 'booked');
      const balance = async () =>
        Number((await rows.rows('SELECT balance FROM accounts WHERE iban = ?', [iban]))[0]?.balance);
      expect(await balance()).toBe(many * 1_234);

      await own.kill();
      await own.start();
      const second = await creditFileOf(Array.from({ length: many }, () => fileCreditTo(iban)));
      await postFile(own.shellUrl, second);
      await own.kill();
      const before = await balance();
      const [stored] = await rows.rows(`SELECT file FROM credit_files WHERE state = 'booking'`);
      const place = path.join(own.dataDir, 'documents', String(stored?.file));
      await writeFile(place, (await readFile(place, 'utf8')).replaceAll('12.34', '99.34'));
      await own.start();
      await until(
        async () =>
          (await rows.rows(`SELECT state FROM credit_files ORDER BY id DESC LIMIT 1`))[0]?.state ===
          'altered',
      );
      expect(await balance()).toBe(before);
      expect(await rows.rows('SELECT kind FROM incidents')).toEqual([{ kind: 'credit_file_altered' }]);
      // From a copy of what came, the rest is booked after all.
      for (let time = 0; time < 2; time += 1) expect((await postFile(own.shellUrl, second)).status).toBe(202);
      await until(async () => (await balance()) === 2 * many * 1_234);
    } finally {
      await rows.end();
      await own.stop();
    }
  }, 180_000);

  it('is booked once by two servers, one of which dies', async () => {
    const own = await startBank({ env: { LOG_LEVEL: 'error' } });
    const rows = connectTo(own.migrationUrl);
    const other = new ServerProcess(await freePorts(), {
      DATABASE_URL: own.databaseUrl,
      DATABASE_MIGRATION_URL: own.migrationUrl,
      DATA_DIR: own.dataDir,
      ...own.rail.environment,
    });
    try {
      await other.start();
      const people = [await newCustomer(own.shellUrl), await newCustomer(own.shellUrl)];
      const accounts = await rows.rows('SELECT iban FROM accounts WHERE user_id IN (?)', [
        people.map(({ id }) => id),
      ]);
      const text = await creditFileOf(
        Array.from({ length: 4_000 }, (_, at) => fileCreditTo(String(accounts[at % 2]?.iban))),
      );
      expect((await postFile(own.shellUrl, text)).status).toBe(202);
      await until(async () => Number((await rows.rows('SELECT booked FROM credit_files'))[0]?.booked) > 600);
      await own.kill();
      await until(async () => (await rows.rows('SELECT state FROM credit_files'))[0]?.state === 'booked');
      const balances = await rows.rows('SELECT balance FROM accounts WHERE user_id IS NOT NULL');
      expect(balances.map(({ balance }) => Number(balance))).toEqual([2_000 * 1_234, 2_000 * 1_234]);
      const [file] = await rows.rows('SELECT booked, refused, booked_total FROM credit_files');
      expect(Object.values(file ?? {}).map(Number)).toEqual([4_000, 0, 4_000 * 1_234]);
      const [told] = await rows.rows('SELECT COUNT(*) AS count FROM notifications');
      expect(told?.count).toBe('4000');
      expect(other.logs()).not.toMatch(/failed|is not booked/);
    } finally {
      await other.stop();
      await rows.end();
      await own.stop();
    }
  }, 120_000);
});
