import type { CreditTransfers } from '@bank/contracts/rails/credit-transfers';
import { type RailMessage, writeMessage } from '@bank/contracts/rails/messages';
import { contentDigest } from '@bank/contracts/rails/signature';
import type { StatusReport } from '@bank/contracts/rails/status-reports';
import { startTestWorld, type TestWorld } from '../../../../tests/support/world';
import { until } from '../../../../tests/support/until';
import { bankAccounts, people, type Behaviour } from '../accounts/people';

const customer = { name: 'Marie Curie', account: 'FR7699999000010000000012345' };
const settlement = bankAccounts[0]?.iban ?? '';
const holderOf = (behaviour: Behaviour) => {
  const found = people.find((each) => each.behaviour === behaviour);
  if (!found) throw new Error(`nobody ${behaviour}`);
  return found;
};
const [first, asking, , refusing] = people;

let world: TestWorld;
let next = 0;
const newId = (kind: string) => `${kind}-${(next += 1)}`;

beforeAll(async () => {
  world = await startTestWorld({ delays: { late: 300, return: 20 } });
});
afterAll(() => world.stop());

type Credit = Partial<CreditTransfers['transfers'][number]> & { instant?: boolean; messageId?: string };

function transfers(account: string, { instant = false, messageId = newId('M'), ...rest }: Credit = {}) {
  const message: CreditTransfers = {
    type: 'pacs.008.001.08',
    messageId,
    createdAt: new Date(),
    settlementDay: '2026-11-23',
    instant,
    transfers: [
      {
        transactionId: newId('T'),
        endToEndId: 'E-1',
        amount: { minor: 1_250n, currency: 'EUR' },
        debtor: customer,
        creditor: { name: 'Otto', account },
        ...rest,
      },
    ],
  };
  return message;
}

const idOf = (message: CreditTransfers) => message.transfers[0]?.transactionId ?? '';
const statusIn = (message: RailMessage | undefined) => {
  const [status] = (message as StatusReport | undefined)?.statuses ?? [];
  return [status?.status, status?.reason?.code];
};
const ask = (message: CreditTransfers) =>
  world.send({
    type: 'pacs.028.001.03',
    messageId: newId('Q'),
    createdAt: new Date(),
    originalMessageId: message.messageId,
    originalType: message.type,
    transactions: [{ transactionId: idOf(message) }],
  });
const recall = (message: CreditTransfers) =>
  world.send({
    type: 'camt.056.001.08',
    messageId: newId('C'),
    createdAt: new Date(),
    sender: 'BPCSFRPPXXX',
    recallId: newId('RC'),
    originalMessageId: message.messageId,
    originalType: message.type,
    transactionId: idOf(message),
    reason: { code: 'DUPL' },
    amount: { minor: 1_250n, currency: 'EUR' },
  });
/** What arrived at the bank about a payment. */
const sentAbout = (type: string, about: CreditTransfers): number =>
  world.arrived.filter(({ message, body }) => message?.type === type && body.includes(`>${idOf(about)}<`))
    .length;

describe('a payment to the world', () => {
  it('settles on the account of its IBAN and the bank’s own, once however often it comes', async () => {
    const before = [await world.balance(first!.iban), await world.balance(settlement)];
    const message = transfers(first!.iban);
    const answers = await Promise.all([world.send(message), world.send(message)]);
    answers.push(await world.send({ ...message, messageId: newId('M') }));
    for (const answer of answers) expect(statusIn(answer.message)).toEqual(['ACSC', undefined]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(await world.balance(first!.iban)).toBe((before[0] ?? 0) + 1_250);
    expect(await world.balance(settlement)).toBe((before[1] ?? 0) - 1_250);
  });

  it('settles on any valid IBAN', async () => {
    const iban = 'DE89370400440532013000';
    expect(statusIn((await world.send(transfers(iban))).message)).toEqual(['ACSC', undefined]);
    expect(await world.balance(iban)).toBe(1_250);
  });

  it.each([
    ['closed', 'AC04'],
    ['unknown', 'AC01'],
    ['blocked', 'AC06'],
    ['forbids', 'MS03'],
  ] as const)('is rejected by an account that is %s', async (behaviour, reason) => {
    const before = await world.balance(settlement);
    const { message } = await world.send(transfers(holderOf(behaviour).iban));
    expect(statusIn(message)).toEqual(['RJCT', reason]);
    expect(await world.balance(settlement)).toBe(before);
  });

  it.each([
    ['a wrong IBAN', 'DE00370400440532013000', {}, 'AC01'],
    ['another currency', people[0]!.iban, { amount: { minor: 5n, currency: 'USD' } }, 'AM03'],
    ['no amount', people[0]!.iban, { amount: { minor: 0n, currency: 'EUR' } }, 'AM01'],
  ] as const)('with %s is rejected', async (_what, iban, changes, reason) => {
    expect(statusIn((await world.send(transfers(iban, changes))).message)).toEqual(['RJCT', reason]);
  });

  it.each([
    ['amount', { amount: { minor: 9n, currency: 'EUR' } }],
    ['end-to-end id', { endToEndId: 'another one' }],
    ['payer', { debtor: { ...customer, account: 'FR7699999000010000000000197' } }],
    ['recipient', { creditor: { name: 'Otto', account: people[1]!.iban } }],
    ['recipient that nobody paid before', { creditor: { name: 'Otto', account: 'DE02120300000000202051' } }],
  ])('under the id of a payment with another %s is rejected', async (_what, changes) => {
    const message = transfers(first!.iban);
    await world.send(message);
    const other = transfers(first!.iban, { transactionId: idOf(message), ...changes });
    expect(statusIn((await world.send(other)).message)).toEqual(['RJCT', 'AM05']);
    expect(statusIn((await world.send(message)).message)).toEqual(['ACSC', undefined]);
  });

  it('is settled once where it is in a message twice, and a message with another one under its id is refused', async () => {
    const before = [await world.balance(first!.iban), await world.balance(settlement)];
    const message = transfers(first!.iban);
    const [payment] = message.transfers;
    const other = { ...payment!, amount: { minor: 9n, currency: 'EUR' } };
    for (const both of [
      [payment!, other],
      [other, payment!],
    ]) {
      const refused = await world.send({ ...message, messageId: newId('M'), transfers: both });
      expect([refused.status, refused.message]).toMatchObject([
        422,
        { groupStatus: 'RJCT', groupReason: { code: 'AM05' }, statuses: [] },
      ]);
    }
    expect([await world.balance(first!.iban), await world.balance(settlement)]).toEqual(before);
    const twice = await world.send({ ...message, transfers: [payment!, payment!] });
    expect(twice.message).toMatchObject({ statuses: [{ status: 'ACSC' }] });
    expect(await world.balance(first!.iban)).toBe((before[0] ?? 0) + 1_250);
  });

  it('comes back when the holder returns it', async () => {
    const { iban } = holderOf('returns');
    const message = transfers(iban);
    expect(statusIn((await world.send(message)).message)).toEqual(['ACSC', undefined]);
    await until(async () => sentAbout('pacs.004.001.09', message) === 1);
    await until(async () => (await world.balance(iban)) === Number(holderOf('returns').opening));
  });

  it('is settled without an answer, or with a late one; a question is answered', async () => {
    const silent = transfers(holderOf('silent').iban, { instant: true });
    const unanswered = world.send(silent, { waitMs: 800 }).catch(() => 'no answer');
    const late = transfers(holderOf('late').iban);
    expect(await world.send(late)).toMatchObject({ status: 202 });
    expect(statusIn((await ask(late)).message)).toEqual(['ACSC', undefined]);
    await until(async () => sentAbout('pacs.002.001.10', late) === 1);
    expect(statusIn((await ask(silent)).message)).toEqual(['ACSC', undefined]);
    expect(await unanswered).toBe('no answer');
  });
});

describe('questions', () => {
  it('are refused for good for an unknown payment', async () => {
    const message = transfers(first!.iban, { instant: true });
    expect(statusIn((await ask(message)).message)).toEqual(['RJCT', 'NOOR']);
    const before = await world.balance(first!.iban);
    expect(statusIn((await world.send(message)).message)).toEqual(['RJCT', 'NOOR']);
    expect(await world.balance(first!.iban)).toBe(before);
  });

  it('at the same moment as the payment give one outcome', async () => {
    for (let round = 0; round < 10; round += 1) {
      const message = transfers(first!.iban, { instant: true });
      const [sent, asked] = await Promise.all([world.send(message), ask(message)]);
      expect(statusIn(sent.message)).toEqual(statusIn(asked.message));
    }
  });
});

describe('recalls', () => {
  it('bring the money back where the holder accepts', async () => {
    const message = transfers(first!.iban);
    await world.send(message);
    const before = await world.balance(first!.iban);
    const { message: answer } = await recall(message);
    expect(answer).toMatchObject({ answers: [{ outcome: 'CNCL', transactionId: idOf(message) }] });
    await until(async () => sentAbout('pacs.004.001.09', message) === 1);
    await until(async () => (await world.balance(first!.iban)) === before - 1_250);
    expect((await recall(message)).message).toMatchObject({
      answers: [{ outcome: 'RJCR', reason: { code: 'ARDT' } }],
    });
  });

  it('are refused by a holder, and for a payment that never came', async () => {
    const message = transfers(refusing!.iban);
    await world.send(message);
    expect((await recall(message)).message).toMatchObject({
      answers: [{ outcome: 'RJCR', reason: { code: 'CUST' } }],
    });
    const other = await recall(transfers(first!.iban));
    expect(other.message).toMatchObject({ answers: [{ outcome: 'RJCR', reason: { code: 'NOOR' } }] });
  });

  it('wait for a person', async () => {
    const message = transfers(asking!.iban);
    await world.send(message);
    expect(await recall(message)).toMatchObject({ status: 202 });
    expect(sentAbout('camt.029.001.09', message)).toBe(0);
  });
});

it('a direct debit of the demonstration’s past, which the bank alone has, comes back once', async () => {
  const back = (returnId: string) =>
    world.send({
      type: 'pacs.004.001.09',
      messageId: newId('R'),
      createdAt: new Date(),
      settlementDay: '2026-11-23',
      originalMessageId: 'DEMO-COLLECTION-2',
      originalType: 'pacs.003.001.08',
      returns: [
        {
          returnId,
          originalTransactionId: 'DEMO-COLLECTION-2',
          reason: { code: 'MD06' },
          amount: { minor: 4_290n, currency: 'EUR' },
        },
      ],
    });
  const collector = people.find(({ holder }) => holder === 'Énergie du Fleuve')?.iban ?? '';
  const before = [await world.balance(collector), await world.balance(settlement)];
  for (let time = 0; time < 2; time += 1) expect((await back('RT-1')).message).toBeUndefined();
  expect(statusIn((await back('RT-2')).message)).toEqual(['RJCT', 'AM05']);
  expect(await world.balance(collector)).toBe((before[0] ?? 0) - 4_290);
  expect(await world.balance(settlement)).toBe((before[1] ?? 0) + 4_290);
});

describe('what is refused', () => {
  const document = () => writeMessage(transfers(first!.iban));

  it('a message that is unsigned, altered, old or replayed, or signed by another key', async () => {
    const unsigned = await fetch(`${world.url()}/sepa/messages`, { method: 'POST', body: document() });
    expect(unsigned.status).toBe(401);
    const old = new Date(Date.now() - 301_000);
    expect((await world.post('/sepa/messages', document(), { at: old })).status).toBe(401);
    const stranger = { id: 'bank-pcs', secret: 'x'.repeat(32) };
    expect((await world.post('/sepa/messages', document(), { key: stranger })).status).toBe(401);
    const nonce = crypto.randomUUID();
    expect((await world.post('/sepa/messages', document(), { nonce })).status).toBe(200);
    expect((await world.post('/sepa/messages', document(), { nonce })).status).toBe(401);
  });

  it('text that is no message, an id that is too long, and another message under a known id', async () => {
    expect((await world.post('/sepa/messages', '{}')).status).toBe(400);
    const long = document().replace(/<TxId>[^<]*/, `<TxId>${'x'.repeat(36)}`);
    expect((await world.post('/sepa/messages', long)).status).toBe(400);
    const messageId = newId('M');
    await world.send(transfers(first!.iban, { messageId }));
    expect((await world.send(transfers(first!.iban, { messageId }))).status).toBe(409);
  });
});

it('answers a message that it stored before it was killed', async () => {
  const message = transfers(first!.iban);
  const body = writeMessage(message);
  const before = await world.balance(first!.iban);
  await world.database.query(
    `INSERT INTO messages (direction, message_id, type, body, digest, state, created_at)
     SELECT 'in', ?, 'pacs.008.001.08', ?, ?, 'stored', NOW()`,
    [message.messageId, body, contentDigest(body)],
  );
  await world.restart();
  expect(statusIn((await world.send(message)).message)).toEqual(['ACSC', undefined]);
  expect(await world.balance(first!.iban)).toBe(before + 1_250);
});

it('keeps the sum of all accounts', async () => {
  const [rows] = await world.database.query('SELECT CAST(SUM(amount) AS CHAR) AS total FROM entries');
  expect(rows).toEqual([{ total: '0' }]);
});
