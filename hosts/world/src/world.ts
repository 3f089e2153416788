import { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chargebackPath } from '@bank/contracts/rails/cards';
import { openMadeUpAccounts } from './accounts/accounts';
import { CardMessages } from './cards/card-messages';
import { CardSender } from './cards/card-sender';
import { ChargebackRequests } from './cards/chargeback-requests';
import { PlayCards } from './cards/play-cards';
import { topUp } from './cards/top-ups';
import { ClearingHouse } from './clearing/clearing-house';
import type { Delays } from './clearing/credit-transfers';
import { removeUnsent } from './clearing/payments';
import type { WorldConfig } from './config';
import { Database } from './database/database';
import { createTables } from './database/schema';
import { createServer } from './http/server';
import { type SignedRoute, SignedRoutes } from './http/signed-routes';
import type { Answer } from './messages/answer';
import { Inbox } from './messages/inbox';
import { Sender } from './messages/sender';
import { type Drawn, Misbehaviour } from './misbehaviour/misbehaviour';
import { registerPage } from './page/page-routes';
import { Play } from './play/play';
import { PlayFiles } from './play/play-files';
import { registerCardPlay } from './play/card-routes';
import { registerPlay } from './play/play-routes';
import { Browsers } from './push/browsers';
import { registerPushService } from './push/push-service';
import { Rates, registerRates } from './rates/rates';
import { registerSanctions } from './sanctions/sanctions';
import { Telephones } from './telephones/telephones';
import { verifyPayee } from './verification/verification';

/** A running world. */
export interface World {
  port: number;
  stop(): Promise<void>;
}

export interface WorldOptions {
  delays?: Delays;
}

/** A late answer comes after the ten seconds of an instant payment. */
const usualDelays: Delays = { late: 12_000, return: 1_500 };

/** How often to see whether a day is over, ms. */
const dailyEveryMs = 60_000;
/** How often a shop asks again about a payment whose holder was asked, ms. */
const challengedEveryMs = 5_000;

/** Opens the database and listens. @throws Error when the database or the port is not there. */
export async function startWorld(
  config: WorldConfig,
  { delays = usualDelays }: WorldOptions = {},
): Promise<World> {
  const now = () => new Date();
  const database = Database.open(config.databaseUrl);
  await createTables(database);
  await openMadeUpAccounts(database, now());
  await removeUnsent(database);
  const misbehaviour = new Misbehaviour(database, now);
  await misbehaviour.load();
  const changes = new EventEmitter();
  const changed = () => void changes.emit('change');
  const bank = { url: config.bankUrl, key: config.railKey };
  const sender = new Sender(database, bank, misbehaviour, now, changed);
  const inbox = new Inbox(database, now);
  const clearing = new ClearingHouse(inbox, now, delays);
  const sent = () => {
    sender.rounds.kick();
    changed();
  };
  const play = new Play(database, now, sent);
  const playFiles = new PlayFiles(database, now, sent);
  const rates = new Rates(database, now);
  const telephones = new Telephones(database, now, changed);
  const cards = startCards(config, { database, misbehaviour, now, changed });
  const browsers = new Browsers(database, now, changed);
  const server = createServer(config);
  const counterparts = { database, clearing, sender, requests: cards.requests, telephones, now, changed };
  new SignedRoutes(inbox, misbehaviour, now).register(server, routesOfBank(config, counterparts));
  server.get('/health', (_request, reply) => reply.code(204).send());
  registerRates(server, rates);
  registerSanctions(server);
  registerPushService(server, browsers, now);
  registerCardPlay(server, database, cards);
  const actions = {
    play,
    playFiles,
    misbehaviour,
    rates,
    telephones,
    browsers,
    cards: cards.play,
    requests: cards.requests,
  };
  registerPlay(server, { database, ...actions });
  const page = { database, ...actions, changes, bankUrl: config.bankUrl, now };
  registerPage(server, page);
  await server.listen({ port: config.port, host: config.host });
  sender.rounds.start();
  // While the database is away, the next round tries again.
  const daily = setInterval(() => void playFiles.sendDueStatements().catch(() => {}), dailyEveryMs);
  return {
    port: (server.server.address() as AddressInfo).port,
    async stop() {
      clearInterval(daily);
      await cards.stop();
      await server.close();
      await sender.rounds.stop();
      await database.close();
    },
  };
}

interface Counterparts {
  database: Database;
  clearing: ClearingHouse;
  sender: Sender;
  requests: ChargebackRequests;
  telephones: Telephones;
  now: () => Date;
  changed: () => void;
}

/** The routes that the bank calls, each signed with the key of its counterpart. */
const routesOfBank = (
  { railKey, cardKey, textKey }: WorldConfig,
  { database, clearing, sender, requests, telephones, now, changed }: Counterparts,
): SignedRoute[] => [
  {
    path: '/sepa/messages',
    key: railKey,
    handler: async (body, faults) => {
      const answer = await clearing.receive(body);
      changed();
      await disturb(sender, answer, faults);
      return answer;
    },
  },
  { path: '/sepa/verification', key: railKey, handler: (body) => verifyPayee(database, body) },
  { path: '/cards/top-ups', key: cardKey, handler: (body) => topUp(database, body, now()) },
  { path: `/cards${chargebackPath}`, key: cardKey, handler: (body) => requests.receive(body) },
  { path: '/telephones/messages', key: textKey, handler: (body) => telephones.receive(body) },
];

interface Parts {
  database: Database;
  misbehaviour: Misbehaviour;
  now: () => Date;
  changed: () => void;
}

/** Starts the card network: its messages to the bank, and the played uses of cards. */
function startCards(
  { bankUrl, cardKey }: WorldConfig,
  { database, misbehaviour, now, changed }: Parts,
): { play: PlayCards; requests: ChargebackRequests; stop: () => Promise<void> } {
  const sender: CardSender = new CardSender(
    database,
    { url: bankUrl, key: cardKey },
    misbehaviour,
    now,
    (sql, message, answer) => play.settle(sql, message, answer),
  );
  const messages = new CardMessages(cardKey);
  const play: PlayCards = new PlayCards(database, messages, sender, now, changed);
  sender.rounds.start();
  // While the database is away, the next round tries again.
  const challenged = setInterval(() => void play.askChallenged().catch(() => {}), challengedEveryMs);
  return {
    play,
    requests: new ChargebackRequests(database, messages, sender, now),
    async stop() {
      clearInterval(challenged);
      await sender.rounds.stop();
    },
  };
}

/** Repeats a status as a message of its own, after its answer or, out of order, before it and after the later messages. */
async function disturb(sender: Sender, { body }: Answer, faults: Drawn): Promise<void> {
  if (!body.includes(':pacs.002.')) return;
  if (faults.has('out_of_order')) {
    await sender.hasten();
    await sender.sendCopy(body);
  } else if (faults.has('twice')) {
    setImmediate(() => void sender.sendCopy(body));
  }
}
