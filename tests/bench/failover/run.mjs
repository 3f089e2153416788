import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster } from '../../../libs/cli/cluster/start.mjs';
import { openDatabase } from '../bank/books.mjs';
import { newCustomer, signIn, trust } from '../bank/people.mjs';
import { caller } from '../http-load.mjs';
import { compare } from '../rails/books.mjs';
import { ageOrders, comeToRest } from '../rails/chaos.mjs';
import { mountDisks } from './disks.mjs';
import { faults, LASTS_MS } from './faults.mjs';
import { network } from './links.mjs';
import { longestGap, startLoad } from './load.mjs';
import { holdTransfers } from './proof.mjs';

/** How soon the cluster must be whole after a fault, and the rest after it, ms. */
const WHOLE_MS = 90_000;
const REST_MS = 1_000;
/** Customers who pay each other, customers of the rails, and the money of each to begin with. */
const PEOPLE = 16;
const PAYERS = 40;
const EUROS = 1_000;
const perSecond = { transfers: 40, payments: 4, credits: 4 };
/** Rounds after which customers sign in again: their access tokens last an hour, a round takes four minutes. */
const ROUNDS_PER_TOKEN = 10;
/** Clients, more than ever wait at once. */
const CONNECTIONS = 256;

/**
 * @param {{ home: string, port: number, rounds: number, only: string, backMs: number }} options how soon writes must be back, ms
 * @returns {Promise<number>} the exit code
 */
export async function runFaults({ home, port, rounds, only, backMs }) {
  const links = network(port + 100);
  const disks = mountDisks(home, rounds);
  try {
    const env = {
      LOG_LEVEL: 'warn',
      CALLS_PER_MINUTE: '1000000',
      SIGN_UPS_PER_TEN_MINUTES: '100000',
      JOBS_EVERY_SECONDS: '5',
      ACCESS_TOKEN_SECONDS: '3600',
      IDLE_SECONDS: '86400',
      SESSION_SECONDS: '86400',
    };
    const cluster = await startCluster(home, port, { link: links.link, env });
    const isAsked = (/** @type {string} */ name) => only.split(',').some((part) => name.includes(part));
    const chosen = faults.filter(
      ({ name, needs }) => isAsked(name) && (!needs || (needs === 'disks' ? disks : disks?.canSlow)),
    );
    const skipped = faults.filter((fault) => isAsked(fault.name) && !chosen.includes(fault));
    for (const { name } of skipped) console.log(`left out, needs root and cgroups: ${name}`);
    const parties = await prepare(cluster);
    const load = startLoad(parties, perSecond);
    let isOver = false;
    const ageing = ageOrders(/** @type {any} */ (cluster), () => isOver);
    const problems = [];
    for (let round = 1; round <= rounds; round += 1) {
      if (round % ROUNDS_PER_TOKEN === 0) await signInAgain(parties);
      for (const fault of chosen)
        problems.push(...(await suffer(fault, { cluster, network: links, disks }, load, { round, backMs })));
    }
    isOver = true;
    await ageing;
    problems.push(...(await prove(cluster, parties, await load.stop())));
    parties.close();
    await cluster.stop();
    for (const problem of problems.slice(0, 30)) console.log(`  ${problem}`);
    console.log(`${rounds * chosen.length} faults in ${rounds} rounds: ${problems.length} problems`);
    return problems.length > 0 ? 1 : 0;
  } finally {
    links.close();
    disks?.unmount();
  }
}

/** @param {import('../../../libs/cli/cluster/start.mjs').Cluster} cluster */
async function prepare(cluster) {
  const { call, close } = caller(cluster.port, CONNECTIONS);
  const customers = [];
  for (let at = 0; at < PEOPLE + PAYERS; at += 1)
    customers.push(await newCustomer(call, cluster.migrationUrl, nameOf(at), EUROS));
  const bank = await openDatabase(cluster.migrationUrl);
  await bank.query(
    'UPDATE accounts SET created_at = created_at - INTERVAL 1 YEAR, transfer_limit = 1e12 WHERE user_id IS NOT NULL',
  );
  await bank.query("REPLACE INTO bank_settings (name, value) VALUES ('sepa_cut_offs', '*')");
  const [ibans] = await bank.query('SELECT user_id AS id, iban FROM accounts WHERE user_id IS NOT NULL');
  const world = await openDatabase(cluster.worldUrl);
  const [recipients] = await world.query(
    "SELECT iban, holder FROM accounts WHERE kind IN ('person', 'shop', 'authority') AND behaviour = 'settles' ORDER BY id LIMIT 20",
  );
  await world.end();
  const ibanOf = new Map(ibans.map((/** @type {any} */ row) => [Number(row.id), row.iban]));
  const all = customers.map((each) => ({ ...each, iban: ibanOf.get(each.id) }));
  await trust(
    bank,
    all.slice(PEOPLE),
    recipients.map((/** @type {any} */ each) => each.iban),
  );
  await bank.end();
  return {
    call,
    close,
    recipients,
    people: all.slice(0, PEOPLE),
    payers: all.slice(PEOPLE),
    world: `http://localhost:${cluster.port + 4}`,
  };
}

const nameOf = (/** @type {number} */ at) => `customer${at}`;

/** @param {Awaited<ReturnType<typeof prepare>>} parties */
async function signInAgain({ call, people, payers }) {
  for (const [at, customer] of [...people, ...payers].entries())
    customer.token = await signIn(call, nameOf(at));
}

/**
 * One fault: injected, healed, and waited for until everything is whole again.
 * @param {import('./faults.mjs').Fault} fault
 * @param {Omit<import('./faults.mjs').Scene, 'primary' | 'replica'>} world
 * @param {ReturnType<typeof startLoad>} load
 * @param {{ round: number, backMs: number }} run
 */
async function suffer({ name, inject, proof }, world, load, { round, backMs }) {
  const before = await wholeAgain(world.cluster);
  if (before === undefined) return [`${name}: the cluster was not whole before it`];
  const scene = { ...world, ...before };
  await sleep(REST_MS);
  const injectedAt = performance.now();
  const injected = inject(scene);
  const healing = injected instanceof Promise ? injected.then((heal) => heal) : injected;
  const heal = await Promise.race([healing, sleep(LASTS_MS)]);
  if (typeof heal === 'function') {
    await sleep(Math.max(0, LASTS_MS - (performance.now() - injectedAt)));
    await heal();
  }
  await sleep(REST_MS);
  const after = await wholeAgain(world.cluster);
  const endedAt = performance.now();
  const away = longestGap(load.acknowledged, injectedAt, endedAt);
  const wrong = after === undefined ? 'is not whole again' : ((await proof?.(scene)) ?? null);
  console.log(
    `${round} ${name}: writes back after ${seconds(away)}, whole after ${seconds(endedAt - injectedAt)}` +
      `${after && after.primary !== scene.primary ? ', promoted another node' : ''}${wrong ? `, ${wrong}` : ''}`,
  );
  return [
    ...(away > backMs ? [`${name}: writes were away for ${seconds(away)}`] : []),
    ...(wrong ? [`${name}: ${wrong}`] : []),
  ];
}

/**
 * Waits until one node is the primary, the others follow it, and the servers are ready.
 * @param {import('../../../libs/cli/cluster/start.mjs').Cluster} cluster
 */
async function wholeAgain({ databases, port }) {
  for (const end = Date.now() + WHOLE_MS; Date.now() < end; await sleep(100)) {
    const states = await databases.states();
    const primary = states.findIndex((state) => state?.alive && state.writable);
    const name = databases.nodes[primary]?.name;
    const follow = states.every(
      (state, at) =>
        at === primary ||
        (state?.database === 'running' &&
          !state.busy &&
          state.source === name &&
          state.joined === state.term &&
          !state.diverged &&
          !state.writable),
    );
    const ready = await Promise.all([port, ...databases.ports.servers].map(isReady));
    if (primary >= 0 && follow && ready.every(Boolean))
      return { primary, replica: (primary + 1) % states.length };
  }
  console.log(JSON.stringify(await databases.states()));
  return undefined;
}

/** @param {number} port */
const isReady = (port) =>
  fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Holds what was acknowledged against what is stored on the primary, the bank against the world, and runs both verifications.
 * @param {import('../../../libs/cli/cluster/start.mjs').Cluster} cluster
 * @param {Awaited<ReturnType<typeof prepare>>} parties
 * @param {Awaited<ReturnType<ReturnType<typeof startLoad>['stop']>>} done
 */
async function prove(cluster, parties, { transfers, payments, strange, credits }) {
  const sides = /** @type {any} */ ({
    migrationUrl: cluster.migrationUrl,
    world: { origin: parties.world, databaseUrl: cluster.worldUrl },
  });
  const left = await comeToRest(sides);
  const { lost, doubled, wrong } = await holdTransfers(cluster.migrationUrl, transfers);
  const known = { customers: parties.payers, orders: payments, others: 0, openingCents: EUROS * 100 };
  const differences = await compare(sides, known);
  console.log(
    `${transfers.length} transfers acknowledged, lost ${lost}, doubled ${doubled}; ${payments.length} payments and ` +
      `${credits} credits, ${differences.length} differences between the bank and the world`,
  );
  /** @type {string[]} */
  const failed = [];
  for (const command of [['ledger:verify'], ['audit:verify', '--anchor', 'store']]) {
    const said = await cluster.verify(...command).catch((error) => void failed.push(error.message));
    if (said) console.log(said);
  }
  return [
    ...(lost ? [`${lost} acknowledged transfers are lost`] : []),
    ...(doubled ? [`${doubled} transfers are there twice`] : []),
    ...left,
    ...wrong,
    ...differences,
    ...strange,
    ...failed,
  ];
}

const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;
