import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { explain } from '../progress.mjs';
import { Downtime, decide, knownPrimary } from './decide.mjs';
import { failOver, order } from './failover.mjs';

/**
 * The supervisor of the database nodes: looks at them four times a second and does what `decide` returns. It keeps nothing: what it
 * needs to know the agents have on disk. Argument: the file of its configuration.
 */

/** @typedef {{ token: string, port: number, nodes: Record<string, string> }} SupervisorConfig */

/** @type {SupervisorConfig} */
const config = JSON.parse(fs.readFileSync(process.argv[2] ?? '', 'utf8'));
const LOOK_MS = 250;
const STATE_MS = 700;

const cluster = { token: config.token, agents: config.nodes, by: randomUUID() };
/** How long a primary may take to show that it commits: after its promotion, and when the supervisor has just started, ms. */
const GRACE_MS = 1_500;
let downtime = new Downtime(performance.now(), GRACE_MS);
let failovers = 0;
let rebuilds = 0;
/** The highest that any node knew. */
let term = 0;
/** @type {import('./decide.mjs').View['nodes']} */
let nodes = [];

const log = (/** @type {string} */ text) => console.log(`${new Date().toISOString()} ${text}`);

/** @param {string} name @param {string} agent @returns {Promise<import('./decide.mjs').View['nodes'][number]>} */
async function look(name, agent) {
  try {
    const answer = await fetch(`${agent}/state`, {
      headers: { authorization: `Bearer ${config.token}` },
      signal: AbortSignal.timeout(STATE_MS),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    return await answer.json();
  } catch {
    return { name, isAway: true };
  }
}

async function step() {
  nodes = await Promise.all(Object.entries(config.nodes).map(([name, agent]) => look(name, agent)));
  downtime.observe(nodes, performance.now());
  term = Math.max(term, knownPrimary(nodes).term);
  const action = decide({ nodes, downtimeMs: downtime.ms });
  if (action.kind === 'wait') return;
  log(JSON.stringify(action));
  if (action.kind === 'failover') {
    const opened = await failOver(cluster, action, nodes);
    failovers += 1;
    downtime = new Downtime(performance.now(), GRACE_MS);
    log(`${opened} is the primary of term ${action.term}`);
  } else if (action.kind === 'rebuild') {
    rebuilds += 1;
    await order(cluster, action.node, 'rebuild', {
      term: action.term,
      primary: action.primary,
      from: action.from,
    });
  } else {
    const told = { term: action.term, primary: action.primary };
    await Promise.all(action.nodes.map((node) => order(cluster, node, 'follow', told)));
    downtime.reset();
  }
}

/** @param {import('./decide.mjs').View['nodes'][number]} node */
function measured(node) {
  const up = 'isAway' in node ? 0 : Number(node.database === 'running');
  const primary = 'isAway' in node ? 0 : Number(node.alive);
  const replica = 'isAway' in node ? 0 : Number(node.source !== null && !node.diverged);
  const labels = `{node="${node.name}"}`;
  const position = up && 'position' in node ? [`bank_database_node_position${labels} ${node.position}`] : [];
  return [
    ...position,
    `bank_database_node_up${labels} ${up}`,
    `bank_database_node_primary${labels} ${primary}`,
    `bank_database_node_replicating${labels} ${replica}`,
  ];
}

http
  .createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    const counters = [
      ...(term > 0 ? [`bank_database_term ${term}`] : []),
      `bank_database_failovers_total ${failovers}`,
      `bank_database_rebuilds_total ${rebuilds}`,
    ];
    const lines = [...nodes.flatMap(measured), ...counters, ''];
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(lines.join('\n'));
  })
  .listen(config.port, '127.0.0.1');

log('started');
for (;;) {
  await step().catch((error) => log(explain(error)));
  await sleep(LOOK_MS);
}
