import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toDecimal } from '@bank/contracts/money';
import { namedAccounts } from '../accounts/accounts';
import { latestPayments, type Payment, paymentsByIds } from '../clearing/payments';
import { openRecalls } from '../clearing/recalls';
import type { Database } from '../database/database';
import { latestMessages, messageById } from '../messages/history';
import type { Misbehaviour } from '../misbehaviour/misbehaviour';
import { misbehaviourSchema } from '../misbehaviour/faults';
import type { Browsers } from '../push/browsers';
import type { Rates } from '../rates/rates';
import type { Telephones } from '../telephones/telephones';
import { type Play, PlayError } from './play';
import type { PlayFiles } from './play-files';
import {
  browserSchema,
  browserStateSchema,
  collectionSchema,
  creditFileSchema,
  creditsSchema,
  decisionSchema,
  rateSchema,
  recallDecisionSchema,
  statementSchema,
} from './requests';

const list = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  transaction_id: z.string().max(35).optional(),
  /** A telephone number, whose messages alone are listed. */
  number: z.string().max(16).optional(),
  /** A browser, whose push messages alone are listed. */
  browser: z.string().max(22).optional(),
});

export interface Played {
  database: Database;
  play: Play;
  playFiles: PlayFiles;
  misbehaviour: Misbehaviour;
  rates: Rates;
  telephones: Telephones;
  browsers: Browsers;
}

/** A file may name half a million accounts. */
const fileBytes = 64 * 1024 * 1024;

/** The JSON API for tests and benches: the actions of the page. */
export function registerPlay(
  server: FastifyInstance,
  { database, play, playFiles, misbehaviour, rates, telephones, browsers }: Played,
): void {
  server.post('/play/credits', async (request, reply) =>
    reply.code(201).send(await play.sendCredits(creditsSchema.parse(request.body))),
  );
  server.post('/play/collections', async (request, reply) =>
    reply.code(201).send(await play.collect(collectionSchema.parse(request.body))),
  );
  server.post('/play/files', { bodyLimit: fileBytes }, async (request, reply) =>
    reply.code(201).send(await playFiles.sendCredits(creditFileSchema.parse(request.body))),
  );
  server.post('/play/statements', async (request, reply) =>
    reply.code(201).send(await playFiles.sendStatement(statementSchema.parse(request.body))),
  );
  server.post('/play/returns', async (request, reply) => {
    await play.decide(decisionSchema.parse(request.body));
    return reply.code(204).send();
  });
  server.post('/play/recalls', async (request, reply) => {
    await play.decideRecall(recallDecisionSchema.parse(request.body));
    return reply.code(204).send();
  });
  server.post('/play/misbehaviour', (request) => misbehaviour.set(misbehaviourSchema.parse(request.body)));
  server.post('/play/rates', async (request, reply) => {
    const { currency, rate } = rateSchema.parse(request.body);
    await rates.change(currency, rate);
    return reply.code(204).send();
  });
  server.post('/play/browsers', async (request, reply) => {
    const { application_server_key: key } = browserSchema.parse(request.body ?? {});
    return reply.code(201).send(await browsers.subscribe(`http://${request.host}`, key));
  });
  server.post<{ Params: { id: string } }>('/play/browsers/:id', async (request, reply) => {
    await browsers.set(request.params.id, browserStateSchema.parse(request.body).state);
    return reply.code(204).send();
  });
  server.get('/play/pushes', async (request) => {
    const { browser, limit } = list.parse(request.query);
    return { messages: await browsers.latest(limit, browser) };
  });
  server.get('/play/rates', () => rates.list());
  server.get('/play/telephones', async (request) => {
    const { number, limit } = list.parse(request.query);
    return { messages: await telephones.latest(limit, number) };
  });
  server.get('/play/misbehaviour', async () => misbehaviour.state());
  server.get('/play/accounts', async () => ({
    accounts: (await namedAccounts(database)).map(({ balance, ...account }) => ({
      ...account,
      balance: toDecimal(balance),
    })),
  }));
  server.get('/play/payments', async (request) => {
    const { limit, transaction_id } = list.parse(request.query);
    const payments = transaction_id
      ? await paymentsByIds(database, [transaction_id])
      : await latestPayments(database, limit);
    return { payments: payments.map(paymentJson) };
  });
  server.get('/play/recalls', async () => ({
    recalls: (await openRecalls(database)).map((recall) => ({
      ...recall,
      amount: recall.amount === null ? null : toDecimal(recall.amount),
    })),
  }));
  server.get('/play/messages', async (request) => ({
    messages: await latestMessages(database, list.parse(request.query).limit),
  }));
  server.get<{ Params: { id: string } }>('/play/messages/:id', async (request, reply) => {
    const message = await messageById(database, Number(request.params.id));
    return message ?? reply.code(404).send({ error: 'NOT_FOUND' });
  });
}

const paymentJson = ({ amount, instant, ...payment }: Payment) => ({
  ...payment,
  amount: toDecimal(amount),
  instant: instant === 1,
});

/** The body and status of an error of the JSON calls; undefined for an internal error. */
export function playErrorOf(error: unknown): { status: number; body: object } | undefined {
  if (error instanceof PlayError) {
    return { status: error.code.startsWith('NO_SUCH') ? 404 : 409, body: { error: error.code } };
  }
  if (error instanceof z.ZodError) {
    const fields = Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
    return { status: 400, body: { error: 'VALIDATION', fields } };
  }
  return undefined;
}
