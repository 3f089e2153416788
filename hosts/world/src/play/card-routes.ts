import type { FastifyInstance } from 'fastify';
import { decimalText } from '@bank/contracts/currencies';
import { z } from 'zod';
import {
  cardActionSchema,
  cardPaymentSchema,
  cardReferenceSchema,
  settlementDaySchema,
} from '../cards/card-requests';
import { type CardPayment, cardPaymentOf, latestCardPayments, settledOn } from '../cards/card-payments';
import type { ChargebackRequests } from '../cards/chargeback-requests';
import type { PlayCards } from '../cards/play-cards';
import type { Database } from '../database/database';

const list = z.object({ limit: z.coerce.number().int().min(1).max(1_000).default(100) });
const proofs = z.object({ proved: z.boolean() });
const dayQuery = z.object({ day: z.iso.date() });

/** The actions that follow a payment, by the last part of their path. */
const actions = {
  clear: 'clear',
  reverse: 'reverse',
  refund: 'refund',
  'charge-back': 'chargeBack',
} as const;

/** The JSON of cards that tests and benches use. */
export function registerCardPlay(
  server: FastifyInstance,
  database: Database,
  { play: cards, requests }: { play: PlayCards; requests: ChargebackRequests },
): void {
  server.post('/play/cards/payments', async (request, reply) =>
    reply.code(201).send(json(await cards.pay(cardPaymentSchema.parse(request.body)))),
  );
  server.get('/play/cards/payments', async (request) => ({
    payments: (await latestCardPayments(database, list.parse(request.query).limit)).map(json),
  }));
  server.get('/play/cards/payments/:reference', async (request, reply) => {
    const payment = await cardPaymentOf(database, cardReferenceSchema.parse(request.params).reference);
    return payment ? json(payment) : reply.code(404).send({ error: 'NOT_FOUND' });
  });
  server.post('/play/cards/payments/:reference/again', async (request) =>
    json(await cards.askAgain(cardReferenceSchema.parse(request.params).reference)),
  );
  for (const [path, method] of Object.entries(actions)) {
    server.post(`/play/cards/payments/:reference/${path}`, async (request, reply) => {
      const { reference } = cardReferenceSchema.parse(request.params);
      await cards[method](reference, cardActionSchema.parse(request.body ?? {}));
      return reply.code(202).send({ reference });
    });
  }
  server.post('/play/cards/reconciliations', async (request, reply) =>
    reply.code(202).send(await cards.reconcile(settlementDaySchema.parse(request.body ?? {}).day)),
  );
  server.get('/play/cards/settlements', async (request) => {
    const sums = await settledOn(database, dayQuery.parse(request.query).day);
    return { sums: Object.fromEntries(sums.map(({ currency, amount }) => [currency, String(amount)])) };
  });
  server.post('/play/cards/proofs', async (request, reply) => {
    await requests.setProved(proofs.parse(request.body).proved);
    return reply.code(204).send();
  });
  server.get('/play/cards/messages', async () => ({
    waiting: Number(await database.sum(`SELECT COUNT(*) FROM card_messages WHERE state = 'queued'`)),
    messages: await database.rows(
      `SELECT reference, name, payment, state, status, code, attempts, fault, created_at FROM card_messages
       ORDER BY id DESC LIMIT 100`,
    ),
  }));
}

/** Without the card's data. */
const json = ({ card: _card, amount, cleared, refunded, charged_back, clears, ...payment }: CardPayment) => ({
  ...payment,
  amount: decimalText(amount, payment.currency),
  cleared: decimalText(cleared, payment.currency),
  refunded: decimalText(refunded, payment.currency),
  charged_back: decimalText(charged_back, payment.currency),
  clears: clears === 1,
});
