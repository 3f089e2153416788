/** @jest-environment ./tests/support/bank-environment.ts */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from '@bank/contracts/accounts';
import type { CreditFileDetail, CreditFileList } from '@bank/contracts/credit-files';
import { newId } from '../support/clearing-house';
import { creditFileOf, fileCreditTo, postFile } from '../support/credit-files';
import type { SignedIn } from '../support/customers';
import { call, type CallOptions } from '../support/http';
import { until } from '../support/until';
import { staffedBank } from './staff-fixture';

const { bank, database, staff, customer, balanceOf } = staffedBank();
const ibanOf = async ({ id }: SignedIn) =>
  String((await database.rows('SELECT iban FROM accounts WHERE user_id = ?', [id]))[0]?.iban);

async function upload(who: SignedIn, text: string, name = 'allocations.xml', part = 'file') {
  const form = new FormData();
  form.append(part, new Blob([text], { type: 'application/xml' }), name);
  const response = await fetch(`${bank.backOfficeUrl}/api/admin/credit-files`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${who.token}` },
  });
  return {
    status: response.status,
    body: (await response.json()) as CreditFileDetail & { code?: string; known_id?: number },
  };
}
const submit = (who: SignedIn, { id }: { id: number }, more: CallOptions = {}) =>
  staff.ask<CreditFileDetail & { code?: string }>(who, 'POST', `credit-files/${id}/submit`, undefined, more);
const read = (who: SignedIn, { id }: { id: number }) =>
  staff.ask<CreditFileDetail>(who, 'GET', `credit-files/${id}`);
const storedFiles = () => readdir(path.join(bank.dataDir, 'documents')).catch((): string[] => []);
const atState = (who: SignedIn, file: { id: number }, state: string) =>
  until(async () => (await read(who, file)).body.state === state);

/** A file of three credits to a new customer that waits for its second administrator. */
async function waiting(uploader: SignedIn) {
  const who = await customer();
  const iban = await ibanOf(who);
  const text = await creditFileOf([fileCreditTo(iban), fileCreditTo(iban), fileCreditTo(iban)]);
  const { body: file } = await upload(uploader, text);
  const submitted = await submit(uploader, file);
  expect(submitted).toMatchObject({ status: 200, body: { state: 'awaiting' } });
  return { who, text, file, approval: submitted.body.approval?.id };
}

it('shows the content of a file, and books it when a second administrator approves', async () => {
  const [one, other] = [await staff.administrator(), await staff.administrator()];
  const who = await customer();
  const iban = await ibanOf(who);
  const transfers = [fileCreditTo(iban), fileCreditTo('FR7699999000010000000000197'), fileCreditTo(iban)];
  const messageId = newId();
  const { status, body } = await upload(one, await creditFileOf(transfers, { messageId }));
  expect([status, body]).toMatchObject([
    201,
    {
      source: 'staff',
      message_id: messageId,
      name: 'allocations.xml',
      state: 'uploaded',
      fault: null,
      credits: 3,
      total: 37.02,
      booked: 0,
      can_submit: true,
      approval: null,
      summary: {
        first: [
          { line: 2, credit: 1, amount: '12.34', currency: 'EUR', debtor: 'Caisse', account: iban },
          {},
          {},
        ],
        errors: [{ line: 3, credit: 2, reason: 'AC01' }],
        error_count: 1,
        returns: { AC01: 1 },
      },
    },
  ]);
  expect((await submit(one, body, { approve: false })).body.code).toBe('APPROVAL_REQUIRED');
  expect((await submit(other, body)).status).toBe(404);
  const { body: submitted } = await submit(one, body);
  expect((await submit(one, body)).body.code).toBe('CREDIT_FILE_NOT_WAITING');
  expect(submitted).toMatchObject({ state: 'awaiting', approval: { obstacle: 'SECOND_APPROVER_REQUIRED' } });
  expect((await read(other, body)).body).toMatchObject({
    can_submit: false,
    approval: { obstacle: null, file: { credits: 3 } },
  });
  expect(await balanceOf(who)).toBe(0);
  expect((await staff.approve(other, submitted.approval?.id, { approve: false })).body.code).toBe(
    'APPROVAL_REQUIRED',
  );
  expect((await staff.approve(one, submitted.approval?.id)).body.code).toBe('SECOND_APPROVER_REQUIRED');
  expect((await staff.approve(other, submitted.approval?.id)).status).toBe(200);
  await atState(one, body, 'booked');
  expect((await read(one, body)).body).toMatchObject({ booked: 2, booked_total: 24.68, returned: 1 });
  expect(await balanceOf(who)).toBe(24.68);
  const { body: list } = await staff.ask<CreditFileList>(other, 'GET', 'credit-files?limit=1');
  expect(list.files).toMatchObject([{ id: body.id, state: 'booked' }]);
});

it('returns credits in other currencies, which are in no sum that is approved', async () => {
  const [one, other] = [await staff.administrator(), await staff.administrator()];
  const who = await customer();
  const euros = await ibanOf(who);
  const opened = { token: who.token, body: { currency: 'USD' } };
  const { body: account } = await call<Account>('POST', `${bank.shellUrl}/api/accounts`, opened);
  const inDollars = () =>
    fileCreditTo(account.account_number, { amount: { minor: 900_000n, currency: 'USD' } });
  const file = await creditFileOf([inDollars()]);
  const alone = await upload(
    one,
    file.replace('<TtlIntrBkSttlmAmt Ccy="EUR">', '<TtlIntrBkSttlmAmt Ccy="USD">'),
  );
  expect(alone.body).toMatchObject({ state: 'uploaded', total: 0, summary: { returns: { AM03: 1 } } });
  // A file without a total may mix currencies.
  const text = await creditFileOf([fileCreditTo(euros), inDollars()]);
  const mixed = await upload(one, text.replace(/<TtlIntrBkSttlmAmt.*?<\/TtlIntrBkSttlmAmt>/, ''));
  expect(mixed.body).toMatchObject({
    state: 'uploaded',
    total: 12.34,
    summary: { errors: [{ line: 3, credit: 2, reason: 'AM03' }], returns: { AM03: 1 } },
  });
  for (const { body } of [alone, mixed]) {
    const { body: submitted } = await submit(one, body);
    expect((await staff.approve(other, submitted.approval?.id)).status).toBe(200);
    await atState(one, body, 'booked');
  }
  expect((await read(one, alone.body)).body).toMatchObject({ booked: 0, booked_total: 0, returned: 1 });
  expect((await read(one, mixed.body)).body).toMatchObject({ booked: 1, booked_total: 12.34, returned: 1 });
  const held = 'SELECT currency, balance FROM accounts WHERE user_id = ? ORDER BY currency';
  const balances = await database.rows(held, [who.id]);
  expect(balances.map(({ currency, balance }) => [currency, Number(balance)])).toEqual([
    ['EUR', 1_234],
    ['USD', 0],
  ]);
});

it('is approved once when two approve at the same moment, and never by a customer', async () => {
  const [one, two, three] = [
    await staff.administrator(),
    await staff.administrator(),
    await staff.administrator(),
  ];
  const { who, file, approval } = await waiting(one);
  const stranger = await customer();
  expect((await upload(stranger, '<x/>')).status).toBe(403);
  expect((await staff.approve(stranger, approval)).status).toBe(403);
  const answers = await Promise.all([staff.approve(two, approval), staff.approve(three, approval)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await atState(one, file, 'booked');
  expect(await balanceOf(who)).toBe(37.02);
});

it('takes the same file once, from staff or the rail, and again after a refusal', async () => {
  const [one, two] = [await staff.administrator(), await staff.administrator()];
  const { who, text, approval, file } = await waiting(one);
  const known = { status: 409, body: { code: 'CREDIT_FILE_KNOWN', known_id: file.id } };
  expect(await upload(one, text)).toMatchObject(known);
  expect(await upload(two, text)).toMatchObject(known);
  await staff.refuse(two, approval);
  expect((await read(one, file)).body.state).toBe('refused');
  const again = await upload(two, text);
  expect(again.status).toBe(201);
  const { body: submitted } = await submit(two, again.body);
  expect((await postFile(bank.shellUrl, text)).status).toBe(202);
  await until(async () => (await balanceOf(who)) === 37.02);
  const { known_id: knownId, code } = (await upload(one, text)).body;
  expect(code).toBe('CREDIT_FILE_KNOWN');
  const { message_id: messageId } = again.body;
  expect((await read(two, { id: Number(knownId) })).body).toMatchObject({
    source: 'rail',
    message_id: messageId,
  });
  expect((await staff.approve(one, submitted.approval?.id)).status).toBe(200);
  await atState(one, again.body, 'booked');
  expect(await balanceOf(who)).toBe(37.02);
});

it('takes a file again that was altered, or that another administrator left for a day', async () => {
  const [one, two] = [await staff.administrator(), await staff.administrator()];
  const who = await customer();
  const text = await creditFileOf([fileCreditTo(await ibanOf(who))]);
  const { body: left } = await upload(one, text);
  const known = { status: 409, body: { code: 'CREDIT_FILE_KNOWN', known_id: left.id } };
  expect(await upload(two, text)).toMatchObject(known);
  const dayBefore = 'UPDATE credit_files SET received_at = received_at - INTERVAL 1 DAY WHERE id = ?';
  await database.rows(dayBefore, [left.id]);
  expect(await upload(one, text)).toMatchObject(known);
  const { status, body: file } = await upload(two, text);
  expect(status).toBe(201);
  expect(await upload(one, text)).toMatchObject({ status: 409, body: { known_id: file.id } });
  await database.rows(`UPDATE credit_files SET state = 'altered' WHERE id = ?`, [file.id]);
  const { status: again, body: last } = await upload(one, text);
  expect(again).toBe(201);
  const { body: submitted } = await submit(one, last);
  expect((await staff.approve(two, submitted.approval?.id)).status).toBe(200);
  await atState(one, last, 'booked');
  expect(await balanceOf(who)).toBe(12.34);

  const fromRail = await creditFileOf([fileCreditTo(await ibanOf(who))]);
  await postFile(bank.shellUrl, fromRail);
  await until(async () => (await balanceOf(who)) === 24.68);
  expect((await upload(one, fromRail)).body.code).toBe('CREDIT_FILE_KNOWN');
  await database.rows(`UPDATE credit_files SET state = 'altered' WHERE source = 'rail' AND message_id = ?`, [
    /<MsgId>([^<]+)/.exec(fromRail)?.[1],
  ]);
  expect((await upload(one, fromRail)).status).toBe(201);
});

it('of two uploads at the same moment, the second learns of the first; a customer learns nothing', async () => {
  const [one, two] = [await staff.administrator(), await staff.administrator()];
  const who = await customer();
  const text = await creditFileOf([fileCreditTo(await ibanOf(who))]);
  const answers = await Promise.all([upload(one, text), upload(two, text), upload(one, text)]);
  const [first, ...others] = answers.sort((a, b) => a.status - b.status);
  expect(first?.status).toBe(201);
  const known = { status: 409, body: { code: 'CREDIT_FILE_KNOWN', known_id: first?.body.id } };
  expect(others).toMatchObject([known, known]);
  const { status, body } = await upload(who, text);
  expect([status, Object.keys(body).sort()]).toEqual([403, ['code', 'error', 'request_id']]);
});

it.each([
  ['in the store', async () => undefined],
  [
    'in the store and with its digest',
    (id: number) => database.rows('UPDATE credit_files SET digest = ? WHERE id = ?', [Buffer.alloc(32), id]),
  ],
])('is not booked when it was altered %s between upload and approval', async (what, change) => {
  const [one, two] = [await staff.administrator(), await staff.administrator()];
  const { who, file, approval } = await waiting(one);
  const [stored] = await database.rows('SELECT file FROM credit_files WHERE id = ?', [file.id]);
  const place = path.join(bank.dataDir, 'documents', String(stored?.file));
  await writeFile(place, (await readFile(place, 'utf8')).replaceAll('12.34', '92.34'));
  await change(file.id);
  const approved = await staff.approve(two, approval);
  if (what === 'in the store') {
    expect(approved.status).toBe(200);
    await atState(one, file, 'altered');
  } else expect(approved.body.code).toBe('APPROVAL_OUTDATED');
  expect(await balanceOf(who)).toBe(0);
});

describe('a faulty file is named with its line, and not kept:', () => {
  it.each([
    ['a wrong number', 'AM18', (iban: string) => creditFileOf([fileCreditTo(iban)], { count: 9 })],
    ['a wrong sum', 'AM10', (iban: string) => creditFileOf([fileCreditTo(iban)], { total: 5n })],
    [
      'more than the bank can hold',
      'AM02',
      (iban: string) =>
        creditFileOf(
          Array.from({ length: 30 }, () =>
            fileCreditTo(iban, { amount: { minor: 1_000_000_000_000_000n, currency: 'EUR' } }),
          ),
        ),
    ],
    [
      'an XML bomb',
      'FF01',
      () =>
        Promise.resolve(
          `<!DOCTYPE a [<!ENTITY a "aaaa">${'bcdefgh'.replace(/./g, (name, at: number) => `<!ENTITY ${name} "${`&${'abcdefg'[at]};`.repeat(10)}">`)}]><Document>&h;</Document>`,
        ),
    ],
    [
      'an external entity',
      'FF01',
      async (iban: string) =>
        (await creditFileOf([fileCreditTo(iban)])).replace(
          '<Document',
          '<!DOCTYPE a SYSTEM "file:///etc/passwd"><Document',
        ),
    ],
    ['no XML', 'FF01', () => Promise.resolve('id;amount\n1;2')],
    ['nothing', 'FF01', () => Promise.resolve('')],
    [
      'another type',
      'DS0F',
      async (iban: string) =>
        (await creditFileOf([fileCreditTo(iban)])).replace('pacs.008.001.08', 'pain.001.001.09'),
    ],
  ])('%s', async (_what, fault, write) => {
    const admin = await staff.administrator();
    const before = await storedFiles();
    const { status, body } = await upload(admin, await write(await ibanOf(await customer())));
    expect([status, body]).toMatchObject([201, { state: 'faulty', fault, can_submit: false, booked: 0 }]);
    expect((await submit(admin, body)).body.code).toBe('CREDIT_FILE_NOT_WAITING');
    expect(await storedFiles()).toEqual(before);
    expect((await staff.ask(admin, 'GET', 'credit-files')).status).toBe(200);
  });

  it('credits that cannot be read', async () => {
    const admin = await staff.administrator();
    const iban = await ibanOf(await customer());
    const lines = (await creditFileOf([fileCreditTo(iban), fileCreditTo(iban), fileCreditTo(iban)])).split(
      '\n',
    );
    lines[2] = lines[2]!.replace(/<IntrBkSttlmAmt.*<\/IntrBkSttlmAmt>/, '');
    const { body } = await upload(admin, lines.join('\n'));
    expect(body).toMatchObject({
      fault: 'FF01',
      summary: { errors: [{ line: 3, credit: 2 }], error_count: 1 },
    });
  });

  it('a part without the name of a file', async () => {
    const admin = await staff.administrator();
    const part =
      '--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream';
    const response = await fetch(`${bank.backOfficeUrl}/api/admin/credit-files`, {
      method: 'POST',
      body: `${part}\r\n\r\n<x/>\r\n--b--\r\n`,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
    });
    expect([response.status, await response.json()]).toMatchObject([201, { state: 'faulty', fault: 'FF01' }]);
  });

  it('another form', async () => {
    const admin = await staff.administrator();
    expect((await upload(admin, '<x/>', 'a.xml', 'other')).status).toBe(400);
    expect((await staff.ask(admin, 'POST', 'credit-files', {})).status).toBe(415);
  });
});
