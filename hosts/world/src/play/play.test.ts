import type { RailMessage } from '@bank/contracts/rails/messages';
import { call } from '../../../../tests/support/http';
import { until } from '../../../../tests/support/until';
import { startTestWorld, type TestWorld } from '../../../../tests/support/world';
import { bankAccounts, people } from '../accounts/people';

const iban = 'FR7699999000010000000012345';
const settlement = bankAccounts[0]?.iban ?? '';
const payer = people[0]?.iban ?? '';
const creditor = people.find(({ creditorId }) => creditorId)?.iban ?? '';

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld({ delays: { late: 300, return: 20 } });
});
beforeEach(() => {
  world.bank.behave = () => undefined;
});
afterAll(() => world.stop());

const play = <Body = Record<string, unknown>>(path: string, body?: unknown) =>
  call<Body>(body === undefined ? 'GET' : 'POST', `${world.url()}/play/${path}`, { body });
const misbehave = (faults: string[], more = {}) => play('misbehaviour', { faults, ...more });
const send = async (more = {}) => {
  const { body } = await play<{ transaction_ids: string[] }>('credits', {
    credits: [{ iban, name: 'Marie Curie', amount: 12.5, reference: 'Loyer' }],
    ...more,
  });
  return body.transaction_ids[0] ?? '';
};
const collect = async (more = {}) => {
  const request = { iban, name: 'Marie Curie', amount: 39.9, mandate_id: 'M-1', ...more };
  const { body } = await play<{ transaction_ids: string[] }>('collections', request);
  return body.transaction_ids[0] ?? '';
};
const stateOf = async (id: string) => {
  const { body } = await play<{ payments: { state: string; reason: string | null }[] }>(
    `payments?transaction_id=${id}`,
  );
  return body.payments[0];
};
const arrivedOf = (id: string) => world.arrived.filter(({ body }) => body.includes(`>${id}<`));
/** A pacs.002 of the bank about the first payment of a message. */
const reject = (code: string) => (message: RailMessage) => {
  const ids =
    message.type === 'pacs.008.001.08'
      ? message.transfers
      : message.type === 'pacs.003.001.08'
        ? message.collections
        : [];
  return {
    type: 'pacs.002.001.10' as const,
    messageId: `S-${message.messageId.slice(0, 30)}`,
    createdAt: new Date(),
    originalMessageId: message.messageId,
    originalType: message.type,
    statuses: ids.map(({ transactionId }) => ({
      transactionId,
      status: 'RJCT' as const,
      reason: { code },
    })),
  };
};

describe('credits', () => {
  it('are booked when the bank takes them', async () => {
    const before = [await world.balance(payer), await world.balance(settlement)];
    const id = await send();
    await until(async () => (await stateOf(id))?.state === 'settled');
    expect(await world.balance(payer)).toBe((before[0] ?? 0) - 1_250);
    expect(await world.balance(settlement)).toBe((before[1] ?? 0) + 1_250);
    expect(arrivedOf(id)[0]?.message).toMatchObject({
      type: 'pacs.008.001.08',
      instant: false,
      transfers: [{ creditor: { account: iban, name: 'Marie Curie' }, remittance: 'Loyer' }],
    });
  });

  it.each([
    ['JPY', 1_055, '1055'],
    ['JPY', 10.55, undefined],
    ['BHD', 1.234, '1.234'],
    ['BHD', 1.2345, undefined],
    ['EUR', 12.345, undefined],
    ['EUR', 0, undefined],
  ])('in %s of %d have the decimals of their currency', async (currency, amount, written) => {
    const { status, body } = await play<{ transaction_ids?: string[]; fields?: string[] }>('credits', {
      credits: [{ iban, amount, currency }],
    });
    if (written === undefined) return expect([status, body.transaction_ids]).toEqual([400, undefined]);
    const id = body.transaction_ids?.[0] ?? '';
    await until(async () => arrivedOf(id).length > 0);
    expect(arrivedOf(id)[0]?.body).toContain(`<IntrBkSttlmAmt Ccy="${currency}">${written}<`);
  });

  it('in another currency come over the correspondent bank, from an account of the payer in it', async () => {
    const before = await world.balance(payer);
    const { body } = await play<{ transaction_ids: string[] }>('credits', {
      instant: true,
      credits: [{ iban, amount: 12.5, currency: 'USD' }],
    });
    const id = body.transaction_ids[0] ?? '';
    await until(async () => (await stateOf(id))?.state === 'settled');
    expect(arrivedOf(id)[0]?.message).toMatchObject({ international: true, instant: false });
    expect(await world.balance(payer)).toBe(before);
    expect([await world.balance(`USD${payer}`), await world.balance('NOSTROUSD')]).toEqual([-1_250, 1_250]);
  });

  it('are not booked when it rejects them', async () => {
    world.bank.behave = reject('AC01');
    const before = await world.balance(settlement);
    const id = await send({ instant: true });
    await until(async () => (await stateOf(id))?.state === 'rejected');
    expect(await stateOf(id)).toMatchObject({ reason: 'AC01' });
    expect(await world.balance(settlement)).toBe(before);
  });

  it('come back to the payer when the bank returns them, once', async () => {
    const before = await world.balance(payer);
    const id = await send();
    await until(async () => (await stateOf(id))?.state === 'settled');
    const returned = (messageId: string, returnId: string, minor = 1_250n): RailMessage => ({
      type: 'pacs.004.001.09',
      messageId,
      createdAt: new Date(),
      settlementDay: '2026-11-23',
      originalMessageId: 'C',
      originalType: 'pacs.008.001.08',
      returns: [
        {
          returnId,
          originalTransactionId: id,
          amount: { minor, currency: 'EUR' },
          reason: { code: 'AC04' },
        },
      ],
    });
    const wrong = await world.send(returned('B-0', 'RT-0', 1n));
    expect(wrong.message).toMatchObject({ statuses: [{ status: 'RJCT', reason: { code: 'AM09' } }] });
    expect((await world.send(returned('B-1', 'RT-1'))).status).toBe(202);
    expect((await world.send(returned('B-2', 'RT-1'))).status).toBe(202);
    const other = await world.send(returned('B-3', 'RT-2'));
    expect(other.message).toMatchObject({ statuses: [{ status: 'RJCT', reason: { code: 'AM05' } }] });
    expect(await stateOf(id)).toMatchObject({ state: 'returned', reason: 'AC04' });
    expect(await world.balance(payer)).toBe(before);
  });

  it('are sent again, under the same id, until the bank answers, and booked once', async () => {
    let refusals = 0;
    world.bank.behave = () => (refusals++ < 2 ? (refusals === 1 ? false : { status: 503 }) : undefined);
    const before = await world.balance(payer);
    const id = await send();
    await until(async () => (await stateOf(id))?.state === 'settled');
    const ids = arrivedOf(id).map(({ message }) => message?.messageId);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    expect(await world.balance(payer)).toBe(before - 1_250);
  });

  it('keep their order, and survive the end of the world', async () => {
    world.bank.behave = () => false;
    const ids = [await send(), await send(), await send()];
    await world.restart();
    world.bank.behave = () => undefined;
    await until(async () => (await stateOf(ids[2] ?? ''))?.state === 'settled');
    const order = world.arrived.map(({ body }) => ids.findIndex((id) => body.includes(`>${id}<`)));
    const seen = order.filter((at, index) => at >= 0 && order.indexOf(at) === index);
    expect(seen).toEqual([0, 1, 2]);
  });
});

describe('collections', () => {
  it('are booked when the bank takes them, and come back when it returns them', async () => {
    const before = await world.balance(creditor);
    const id = await collect();
    await until(async () => (await stateOf(id))?.state === 'settled');
    expect(await world.balance(creditor)).toBe(before + 3_990);
    const { status } = await world.send({
      type: 'pacs.004.001.09',
      messageId: 'B-9',
      createdAt: new Date(),
      settlementDay: '2026-11-23',
      originalMessageId: 'C',
      originalType: 'pacs.003.001.08',
      returns: [
        {
          returnId: 'RT-9',
          originalTransactionId: id,
          amount: { minor: 3_990n, currency: 'EUR' },
          reason: { code: 'MD06' },
        },
      ],
    });
    expect(status).toBe(202);
    expect(await world.balance(creditor)).toBe(before);
  });

  it('wait for their day when the bank leaves them pending, and end as it reports', async () => {
    const statusOf = (id: string, status: 'PDNG' | 'ACSC' | 'RJCT') => ({
      type: 'pacs.002.001.10' as const,
      messageId: `S-${status}-${id}`.slice(0, 35),
      createdAt: new Date(),
      originalMessageId: 'C',
      originalType: 'pacs.003.001.08',
      statuses: [{ transactionId: id, status, ...(status === 'RJCT' && { reason: { code: 'MS02' } }) }],
    });
    world.bank.behave = (message) =>
      message.type === 'pacs.003.001.08'
        ? statusOf(message.collections[0]?.transactionId ?? '', 'PDNG')
        : undefined;
    const before = await world.balance(creditor);
    const [booked, refused] = [await collect({ due_on: '2027-03-31' }), await collect()];
    for (const id of [booked, refused]) await until(async () => (await stateOf(id))?.state === 'pending');
    expect(arrivedOf(booked)[0]?.body).toContain('<ReqdColltnDt>2027-03-31</ReqdColltnDt>');
    expect(await world.balance(creditor)).toBe(before);
    await world.send(statusOf(booked, 'ACSC'));
    await world.send(statusOf(refused, 'RJCT'));
    expect(await stateOf(booked)).toMatchObject({ state: 'settled', due_on: '2027-03-31' });
    expect(await stateOf(refused)).toMatchObject({ state: 'rejected', reason: 'MS02' });
    expect(await world.balance(creditor)).toBe(before + 3_990);
  });

  it('are collected by a creditor alone', async () => {
    const request = { from: payer, iban, amount: 1, mandate_id: 'M-1' };
    expect(await play('collections', request)).toMatchObject({ status: 409, body: { error: 'NO_CREDITOR' } });
  });
});

describe('faults on request', () => {
  afterEach(() => misbehave([]));

  it.each([
    ['a wrong signature', 'wrong_signature', { genuine: false }],
    ['what is not XML', 'malformed', { message: undefined }],
    ['a message twice', 'twice', { genuine: true }],
  ] as const)('sends %s beside the message', async (_what, fault, shape) => {
    await misbehave([fault]);
    const from = world.arrived.length;
    const id = await send();
    await until(async () => (await stateOf(id))?.state === 'settled');
    await until(async () => world.arrived.length >= from + 2);
    const sent = world.arrived.slice(from);
    expect(sent).toEqual(expect.arrayContaining([expect.objectContaining(shape)]));
    const good = sent.filter(({ genuine, message }) => genuine && message);
    expect(new Set(good.map(({ message }) => message?.messageId)).size).toBe(1);
  });

  it('ends by itself', async () => {
    expect((await misbehave(['no_answer'], { forSeconds: 0.05 })).body).toMatchObject({
      faults: ['no_answer'],
    });
    await until(async () => {
      const { body } = await play<{ faults: string[] }>('misbehaviour');
      return body.faults.length === 0;
    });
  });

  it('draws the same faults for the same seed', async () => {
    const draw = async () => {
      await misbehave(['wrong_signature'], { probability: 0.5, seed: 7 });
      const from = world.arrived.length;
      for (let at = 0; at < 4; at += 1) {
        const question = { name: 'Élodie Marchand', account: payer };
        await world.post('/sepa/verification', JSON.stringify(question)).catch(() => undefined);
      }
      return world.arrived.length - from;
    };
    expect(await draw()).toBe(await draw());
  });

  it('is refused when it is unknown', async () => {
    expect((await misbehave(['explode'])).status).toBe(400);
  });
});

describe('who may call', () => {
  it.each([
    ['another host name', { host: 'evil.example' }, 421],
    ['the form of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another origin', { origin: 'http://localhost:1' }, 403],
  ])('%s is refused', async (_what, headers, status) => {
    const { request } = await import('node:http');
    const answered = await new Promise<number | undefined>((resolve, fail) => {
      const url = new URL(`${world.url()}/play/misbehaviour`);
      const sent = request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      });
      sent
        .on('response', (response) => resolve(response.statusCode))
        .on('error', fail)
        .end('{}');
    });
    expect(answered).toBe(status);
  });
});
