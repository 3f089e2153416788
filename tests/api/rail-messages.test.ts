/** @jest-environment ./tests/support/bank-environment.ts */
import { createHash } from 'node:crypto';
import { readMessage, type RailMessage, writeMessage } from '@bank/contracts/rails/messages';
import { contentDigest } from '@bank/contracts/rails/signature';
import type { StatusReport } from '@bank/contracts/rails/status-reports';
import { newId, postToBank, railKey } from '../support/clearing-house';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { reportOf, credit, railPayments } from './rail-fixture';

const shared = sharedBank();
const { bank, database } = shared;
const { calls, send, incidents, ibanOf } = railPayments(shared);

describe('credits of other banks', () => {
  const statusesOf = (text: string) => (readMessage(Buffer.from(text)) as StatusReport).statuses;

  it('are booked, answered and notified once, however often they come', async () => {
    const who = await calls.customer(0);
    const message = credit(await ibanOf(who));
    const answers = await Promise.all([send(message), send(message), send(message)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await send({ ...message, messageId: newId() });
    expect(statusesOf(answers[0]!.text)).toMatchObject([{ status: 'ACSC' }]);
    expect(await calls.fundsOf(who)).toEqual([150_000, 0]);
    const { body } = await calls.get<{ transactions: object[] }>(who, 'user/transactions');
    expect(body.transactions).toMatchObject([
      { type: 'incoming', amount: 1_500, description: 'Fabrik GmbH · Salaire' },
    ]);
  });

  it.each([
    ['an unknown account', 'AC01', () => Promise.resolve('FR7699999000010000000000197'), {}],
    [
      'another currency',
      'AM03',
      async () => ibanOf(await calls.customer(0)),
      { amount: { minor: 5n, currency: 'USD' } },
    ],
    [
      'a currency of four decimals',
      'AM03',
      async () => ibanOf(await calls.customer(0)),
      { amount: { minor: 12_345n, currency: 'CLF' } },
    ],
    [
      'an account under check digits that none has',
      'AC01',
      async () => (await ibanOf(await calls.customer(0))).replace(/^FR../, 'FR00'),
      {},
    ],
    [
      'nothing',
      'AM01',
      async () => ibanOf(await calls.customer(0)),
      { amount: { minor: 0n, currency: 'EUR' } },
    ],
  ])('for %s are refused with %s', async (_what, code, accountOf, changed) => {
    const { status, text } = await send(credit(await accountOf(), changed));
    expect(status).toBe(200);
    expect(statusesOf(text)).toMatchObject([{ status: 'RJCT', reason: { code } }]);
  });

  it('for a closed account go back with AC04, through the suspense account', async () => {
    const who = await calls.customer(0);
    const iban = await ibanOf(who);
    await database.rows('UPDATE users SET deleted_at = NOW() WHERE id = ?', [who.id]);
    const message = credit(iban, {}, false);
    expect((await send(message)).status).toBe(202);
    const isBack = (each: RailMessage) =>
      each.type === 'pacs.004.001.09' &&
      each.returns[0]?.originalTransactionId === message.transfers[0]?.transactionId;
    await until(() => Promise.resolve(bank.rail.received.some(isBack)));
    expect(bank.rail.received.find(isBack)).toMatchObject({ returns: [{ reason: { code: 'AC04' } }] });
  });
});

describe('an invalid message of the clearing house', () => {
  const report = () => writeMessage(reportOf('PAY-NONE', 'ACSC'));
  const stored = (body: string) => database.rows('SELECT fault FROM rail_inbox WHERE body = ?', [body]);

  it.each([
    ['unsigned', { change: { signature: '' } }],
    ['unsigned, and of another type', { change: { signature: '', 'content-type': 'text/plain' } }],
    ['signed by another key', { key: { ...railKey, secret: 'another key that the bank does not know of' } }],
    ['altered', { change: { 'content-digest': 'sha-256=:AAAA:' } }],
    ['old', { at: new Date(Date.now() - 310_000) }],
    ['of the future', { at: new Date(Date.now() + 3_600_000) }],
  ])('is refused when it is %s, and nothing is stored', async (_what, options) => {
    const body = report();
    const answer = await postToBank(bank.shellUrl, body, options);
    expect([answer.status, answer.signed]).toEqual([401, false]);
    expect(await stored(body)).toEqual([]);
  });

  it('is refused without a signature of the bank, and before its size is known, for a nonce of its choice', async () => {
    const large = `${report()}<!-- ${'x'.repeat(1_100_000)} -->`;
    const change = { 'signature-input': 'sig=("@method");nonce="of-another";keyid="bank-pcs"' };
    for (const path of ['sepa/messages', 'sepa/files', 'cards/authorizations']) {
      for (const body of [report(), large]) {
        const answer = await postToBank(bank.shellUrl, body, { path, change });
        expect([path, answer.status, answer.signed]).toEqual([path, 401, false]);
      }
    }
  });

  it('is refused without a signature of the bank when its body was changed on the way', async () => {
    const [body, digest] = [report(), contentDigest('another')];
    for (const path of ['sepa/messages', 'sepa/files']) {
      const answer = await postToBank(bank.shellUrl, body, { path, digest });
      expect([path, answer.status, answer.signed]).toEqual([path, 401, false]);
    }
  });

  it('is refused when it is replayed', async () => {
    const body = report();
    const first = await postToBank(bank.shellUrl, body);
    const again = await fetch(`${bank.shellUrl}/rails/sepa/messages`, {
      method: 'POST',
      headers: first.headers,
      body,
    });
    expect([first.status, again.status]).toEqual([202, 401]);
    expect([first.signed, again.headers.has('signature')]).toEqual([true, false]);
  });

  it.each([
    ['malformed', '<Document', 'FF01'],
    ['with a DTD', '<!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>', 'FF01'],
    ['unknown', writeMessage(reportOf('X', 'ACSC')).replace('pacs.002.001.10', 'pain.001.001.09'), 'DS0F'],
  ])('is stored and refused when it is %s', async (_what, text, code) => {
    const body = `${text}<!-- ${newId()} -->`;
    const answer = await postToBank(bank.shellUrl, body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'MALFORMED_MESSAGE', reason_code: code });
    expect(await stored(body)).toEqual([{ fault: code }]);
  });

  const encoded: [string, string, (text: string) => Buffer][] = [
    ['UTF-16', 'UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without its mark', 'UTF-16LE', (text) => Buffer.from(text, 'utf16le')],
    ['UTF-16 the other way around', 'UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['Latin 1', 'ISO-8859-1', (text) => Buffer.from(text, 'latin1')],
    ['Latin 1 that is not declared', 'UTF-8', (text) => Buffer.from(text, 'latin1')],
    ['UTF-8 that is declared as Latin 1', 'ISO-8859-1', (text) => Buffer.from(text)],
  ];
  const creditText = async (iban: string, declared: string) => {
    const message = credit(iban, {}, false);
    const text = writeMessage(message)
      .replace('encoding="UTF-8"', `encoding="${declared}"`)
      .replace(/<Nm>[^<]*/, '<Nm>Zoé Müller');
    return { text, id: message.transfers[0]?.transactionId };
  };
  const outcomeOf = (id: string | undefined) =>
    database.rows('SELECT outcome FROM incoming_credits WHERE transaction_id = ?', [id]);
  const faults = async (table: 'rail_inbox' | 'rail_files', body: Buffer) => {
    const digest = createHash('sha256').update(body).digest();
    return database.rows(`SELECT fault FROM ${table} WHERE digest = ?`, [digest]);
  };

  it.each(encoded)('is stored and refused in %s, and nothing is booked', async (_what, declared, encode) => {
    const who = await calls.customer(0);
    for (const [path, table] of [
      ['sepa/messages', 'rail_inbox'],
      ['sepa/files', 'rail_files'],
    ] as const) {
      const { text, id } = await creditText(await ibanOf(who), declared);
      const body = encode(text);
      const answer = await postToBank(bank.shellUrl, new Uint8Array(body), { path });
      expect([path, answer.status, JSON.parse(answer.text)]).toMatchObject([
        path,
        400,
        { reason_code: 'FF01' },
      ]);
      expect(await faults(table, body)).toEqual([{ fault: 'FF01' }]);
      expect(await outcomeOf(id)).toEqual([]);
    }
    expect(await calls.fundsOf(who)).toEqual([0, 0]);
  });

  it('is a message also behind the mark of UTF-8', async () => {
    const who = await calls.customer(0);
    for (const path of ['sepa/messages', 'sepa/files']) {
      const { text, id } = await creditText(await ibanOf(who), 'utf-8');
      expect((await postToBank(bank.shellUrl, `\ufeff${text}`, { path })).status).toBe(202);
      await until(async () => (await outcomeOf(id))[0]?.outcome === 'booked');
    }
  });

  it('is stored and refused where it asks for money back that it sent, or after a payment of its own', async () => {
    const recall = writeMessage({
      type: 'camt.056.001.08',
      messageId: newId(),
      createdAt: new Date(),
      sender: 'CAISFRPPXXX',
      recallId: newId(),
      originalMessageId: newId(),
      originalType: 'pacs.008.001.08',
      transactionId: newId(),
      amount: { minor: 1_234n, currency: 'EUR' },
      reason: { code: 'DUPL' },
    });
    const question = writeMessage({
      type: 'pacs.028.001.03',
      messageId: newId(),
      createdAt: new Date(),
      originalMessageId: newId(),
      originalType: 'pacs.008.001.08',
      transactions: [{ transactionId: newId(), endToEndId: newId() }],
    });
    for (const body of [recall, recall, question]) {
      const answer = await postToBank(bank.shellUrl, body);
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { reason_code: 'DS0F' }]);
      expect(await stored(body)).toEqual([{ fault: 'DS0F' }]);
    }
  });

  it('moves nothing when late or about an unknown payment; an incident names an unknown recall', async () => {
    const createdAt = new Date(Date.now() - 400 * 24 * 3_600_000);
    const unknown: RailMessage[] = [
      { ...reportOf('PAY-NONE', 'ACSC'), createdAt },
      { ...reportOf('PAY-NONE', 'RJCT'), createdAt },
      {
        type: 'camt.029.001.09',
        messageId: newId(),
        createdAt,
        sender: 'CAISFRPPXXX',
        answers: [{ recallId: 'R-NONE', transactionId: 'PAY-NONE', outcome: 'CNCL' }],
      },
    ];
    for (const message of unknown) {
      const body = writeMessage(message);
      expect((await postToBank(bank.shellUrl, body)).status).toBe(202);
      expect(await stored(body)).toEqual([{ fault: null }]);
    }
    expect(await incidents('PAY-NONE')).toEqual([{ kind: 'payment_outcome' }]);
  });

  it('is refused when it is too large, of another type, or another one under the same id', async () => {
    const large = `${report()}<!-- ${'x'.repeat(1_100_000)} -->`;
    expect(await postToBank(bank.shellUrl, large)).toMatchObject({ status: 413, signed: true });
    const change = { 'content-type': 'text/plain' };
    expect((await postToBank(bank.shellUrl, report(), { change })).status).toBe(415);
    const alias = { 'content-type': 'text/xml; charset=utf-8' };
    expect((await postToBank(bank.shellUrl, report(), { change: alias })).status).toBe(202);
    const message = reportOf('PAY-NONE', 'ACSC');
    await send(message);
    expect((await send({ ...message, statuses: [] })).status).toBe(409);
  });

  it('is not taken on the back-office, nor under /api', async () => {
    const body = report();
    expect((await postToBank(bank.backOfficeUrl, body)).status).toBe(404);
    expect((await fetch(`${bank.shellUrl}/api/rails/sepa/messages`, { method: 'POST', body })).status).toBe(
      404,
    );
  });
});
