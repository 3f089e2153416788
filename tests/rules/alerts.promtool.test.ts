import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { faults as ofTheBench } from '../bench/failover/faults.mjs';
import {
  ages,
  all,
  appears,
  bank,
  becomes,
  connectionsLost,
  errors,
  expectAlerts,
  expectLasting,
  growsFrom,
  incident,
  nodeIsLost,
  nodeStandsStill,
  promoted,
  quiet,
  faulty,
  replicasAre,
  slow,
  supervisorIsLost,
} from '../support/alerts';

type Raised = [changed: Record<string, string>, alerts: string[]];

/** What goes wrong, the metrics that change by it, and the alerts of it: no others. */
const faults: [fault: string, changed: Record<string, string>, alerts: string[]][] = [
  ['a server is killed', { [`up{${bank(2)}}`]: becomes(1, 0) }, ['BankServerDown']],
  ['all servers are lost', all(`up{job="bank"`, becomes(1, 0)), ['BankDown', 'BankServerDown']],
  ['a server hangs: it is not scraped in time', { [`up{${bank(3)}}`]: becomes(1, 0) }, ['BankServerDown']],
  ['a server cannot serve', { [`bank_ready{${bank(1)}}`]: becomes(1, 0) }, ['BankServerNotReady']],
  ['the balancer is killed', all('up{job="haproxy",', becomes(1, 0)), ['BalancerDown']],
  [
    'no server is ready',
    all('haproxy_backend_active_servers{proxy="shells"', becomes(3, 0)),
    ['BalancerHasNoServer'],
  ],
  [
    'the balancer responds for servers that are lost',
    { 'haproxy_frontend_http_responses_total{job="haproxy",proxy="shell",code="5xx"}': growsFrom(0, 10) },
    ['BalancerRefuses'],
  ],
  [
    'clients take nearly all connections of the balancer',
    all('haproxy_frontend_current_sessions', becomes(100, 1900)),
    ['BalancerNearlyFull'],
  ],
  ['the primary is killed', all('bank_database_up', becomes(1, 0)), ['DatabaseDown']],
  [
    'the primary hangs, and servers report themselves not ready',
    { ...all('bank_database_up', becomes(1, 0)), ...all('bank_ready', becomes(1, 0)) },
    ['BankServerNotReady', 'DatabaseDown'],
  ],
  ['a replica is lost', all('bank_database_replicas', becomes(2, 1)), ['DatabaseReplicaMissing']],
  [
    'the primary is cut off its replicas',
    all('bank_database_replicas', becomes(2, 0)),
    ['DatabaseReplicaMissing'],
  ],
  ['the disk is full', errors('ER_DISK_FULL'), ['DatabaseRefusesWrites']],
  ['the log of the database cannot be written', errors('EE_WRITE'), ['DatabaseRefusesWrites']],
  ['the primary became read-only', errors('ER_OPTION_PREVENTS_STATEMENT'), ['DatabaseRefusesWrites']],
  ['the disk is slow', slow('bank_database_statement_duration_seconds'), ['DatabaseSlow']],
  ['connections run out', slow('bank_database_pool_wait_seconds'), ['DatabasePoolExhausted']],
  ['calls fail', { [`bank_http_requests_total{${bank(1)},status="503"}`]: growsFrom(0, 10) }, ['CallsFail']],
  ['calls are slow', slow('bank_http_request_duration_seconds'), ['CallsSlow']],
  ['a server computes without a pause', all('nodejs_eventloop_lag', becomes(0.02, 0.9)), ['ServerBusy']],
  ['a server loses memory', all('process_resident', becomes(300e6, 700e6)), ['ServerMemoryHigh']],
  ['a law of the ledger is broken', all('bank_ledger_sound', becomes(1, 0)), ['LedgerBroken']],
  ['a job fails', { [`bank_job_failing{${bank(1)},name="fees"}`]: appears }, ['JobFails']],
  ['the jobs stop', all('bank_job_last_success', `0+10x${quiet - 1} 290x${faulty}`), ['JobsDoNotRun']],
  ['the clearing house is silent', all('bank_rail_oldest', ages), ['RailSilent']],
  ['the card network is silent', all('bank_card_network_oldest', ages), ['CardNetworkSilent']],
  [
    'card payments cannot be decided',
    { [`bank_card_authorizations_total{${bank(1)},code="91"}`]: growsFrom(0, 2) },
    ['CardsDeclinedByBank'],
  ],
  ['a message of the clearing house waits', incident('rail_message_stuck'), ['RailMessageStuck']],
  ['a message of the bank is refused', incident('rail_message_refused'), ['RailMessageRefused']],
  ['a statement does not arrive', incident('reconciliation_missing'), ['MoneyNotReconciled']],
  ['a statement does not match', incident('reconciliation_amount'), ['MoneyNotReconciled']],
  [
    'a release throws',
    { [`bank_release_reports{${bank(1)},remote="cards",version="2",kind="render"}`]: growsFrom(0, 2) },
    ['ReleaseFails'],
  ],
  ['a release took itself back', incident('release_taken_back'), ['ReleaseTakenBack']],
];

const replicaIsLost: Raised = [
  { ...nodeIsLost(3), ...replicasAre(1) },
  ['DatabaseNodeDown', 'DatabaseReplicaMissing'],
];
const primaryIsLost: Raised = [
  { ...promoted(), ...nodeIsLost(1), ...replicasAre(1) },
  ['DatabaseConnectionsLost', 'DatabaseNodeDown', 'DatabasePromoted', 'DatabaseReplicaMissing'],
];
const serverIsLost: Raised = [{ [`up{${bank(2)}}`]: becomes(1, 0) }, ['BankServerDown']];
const noPrimary = () => ({
  ...all('bank_database_up', becomes(1, 0)),
  ...all('haproxy_backend_active_servers{job="haproxy-database"', becomes(1, 0)),
});

/** Each fault of `npm run bench:failover`, when nothing starts again what was lost. */
const faultsOfTheBench: Record<string, Raised> = {
  'kill -9 of the primary': primaryIsLost,
  'kill -9 of a replica': replicaIsLost,
  'kill -9 of both replicas': [
    {
      ...nodeIsLost(2),
      ...nodeIsLost(3),
      ...noPrimary(),
      ...nodeStandsStill(1),
      'bank_database_node_primary{job="databases",node="database-1"}': becomes(1, 0),
    },
    [
      'DatabaseBalancerHasNoPrimary',
      'DatabaseDown',
      'DatabaseHasNoPrimary',
      'DatabaseNodeDoesNotFollow',
      'DatabaseNodeDown',
    ],
  ],
  'the machine of the primary is lost': primaryIsLost,
  'the machine of a replica is lost': replicaIsLost,
  'kill -9 of the supervisor': [supervisorIsLost(), ['DatabaseSupervisorDown']],
  'kill -9 of the supervisor and of the primary': [
    { ...supervisorIsLost(), ...noPrimary(), ...connectionsLost() },
    ['DatabaseBalancerHasNoPrimary', 'DatabaseConnectionsLost', 'DatabaseDown', 'DatabaseSupervisorDown'],
  ],
  'the supervisor is frozen': [supervisorIsLost(), ['DatabaseSupervisorDown']],
  'kill -9 of a bank server': serverIsLost,
  'a bank server is frozen': serverIsLost,
  'kill -9 of the balancer': [all('up{job="haproxy",', becomes(1, 0)), ['BalancerDown']],
  'kill -9 of the balancer of the database': [
    {
      ...all('up{job="haproxy-database"', becomes(1, 0)),
      ...connectionsLost(),
      ...all('bank_database_up', becomes(1, 0)),
    },
    ['DatabaseBalancerDown', 'DatabaseConnectionsLost', 'DatabaseDown'],
  ],
  'kill -9 of the world': [
    { ...all('bank_rail_oldest', ages), ...all('bank_card_network_oldest', ages) },
    ['CardNetworkSilent', 'RailSilent'],
  ],
  'the database of the primary is frozen': primaryIsLost,
  'the database of a replica is frozen': replicaIsLost,
  'the machine of the primary is frozen': primaryIsLost,
  'the primary is cut off from the replicas': [
    {
      ...promoted(),
      ...replicasAre(1),
      ...nodeStandsStill(1),
      'bank_database_node_replicating{job="databases",node="database-1"}': `0x${quiet + faulty}`,
    },
    [
      'DatabaseConnectionsLost',
      'DatabaseNodeDoesNotFollow',
      'DatabaseNodeStandsStill',
      'DatabasePromoted',
      'DatabaseReplicaMissing',
    ],
  ],
  'the supervisor is cut off from the primary': [nodeIsLost(1), ['DatabaseNodeDown']],
  'the primary is cut off from everything': primaryIsLost,
  'a replica is cut off from everything': replicaIsLost,
  'every connection to the primary is reset': [connectionsLost(), ['DatabaseConnectionsLost']],
  'the network of the primary is slow (50 ms one way)': [
    // Half of the statements take longer than 20 ms, and up to 5 s.
    slow('bank_database_statement_duration_seconds', 40),
    ['DatabaseFarAway', 'DatabaseSlow'],
  ],
  'a transaction that nobody acknowledged is on the old primary': [
    { ...promoted(), 'bank_database_rebuilds_total{job="databases"}': becomes(0, 1) },
    ['DatabaseConnectionsLost', 'DatabaseNodeRebuilt', 'DatabasePromoted'],
  ],
  'the disk of the primary is full': primaryIsLost,
  'the disk of a replica is full': [nodeStandsStill(3), ['DatabaseNodeStandsStill']],
  'the disk of the primary is slow (4 writes a second)': [
    { ...promoted(), ...slow('bank_database_statement_duration_seconds') },
    ['DatabaseConnectionsLost', 'DatabasePromoted', 'DatabaseSlow'],
  ],
};

it('knows every fault of the bench', () => {
  expect(Object.keys(faultsOfTheBench)).toEqual(ofTheBench.map(({ name }) => name));
});

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'bank-alerts-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it.each(faults)('%s: alerts within a minute, and nothing before', (fault, changed, alerts) => {
  expectAlerts(folder, fault, changed, alerts);
});

it.each(Object.entries(faultsOfTheBench))('%s: the same', (fault, [changed, alerts]) => {
  expectAlerts(folder, fault, changed, alerts);
});

const success = `bank_job_last_success_timestamp_seconds{${bank(1)},name="watch-counterparts"}`;
const up = `bank_database_up{${bank(1)}}`;
/** An hour of jobs, then none: the metric ends two days later. */
const noJobs = '0+60x59 3540x2879 stale';

it.each([
  ['fires while no jobs run for days', { [success]: noJobs, [up]: '1x3100' }, true],
  ['does not fire where the database is lost', { [success]: '0+60x59 stale', [up]: '1x59 0x3040' }, false],
  ['does not fire on a bank that never ran any', { [up]: '1x3100' }, false],
])('JobsDoNotRun %s', (_what, series, fires) => {
  expectLasting(folder, series, { alert: 'JobsDoNotRun', hours: 50, fires });
});

it.each([
  ['fires for hours while a replica is lost', '2x59 1x200', true],
  ['does not fire where all are there', '2x260', false],
])('DatabaseReplicaMissing %s', (_what, samples, fires) => {
  const series = { [`bank_database_replicas{${bank(1)}}`]: samples };
  expectLasting(folder, series, { alert: 'DatabaseReplicaMissing', hours: 3, fires });
});
