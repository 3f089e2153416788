import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repository } from '../support/repository';

/** Samples in Prometheus' notation, one every ten seconds: five quiet minutes, and two with a fault. */
const quiet = 30;
const faulty = 12;
const steady = (value: number | string) => `${value}x${quiet + faulty}`;
const becomes = (before: number | string, after: number | string) =>
  `${before}x${quiet - 1} ${after}x${faulty}`;
const appears = `_x${quiet} 1x${faulty}`;
/** A counter that grows by so much at each sample. */
const grows = (each: number) => `0+${each}x${quiet + faulty}`;
const growsFrom = (before: number, after: number) =>
  `0+${before}x${quiet - 1} ${before * (quiet - 1) + after}+${after}x${faulty}`;
/** The seconds since a moment that passes: the age grows by ten each time. */
const ages = `0x${quiet - 1} 10+10x${faulty}`;

const bank = (instance: number) => `job="bank",instance="bank-${instance}:9464"`;
const buckets = (name: string, fast: string, all: string) => ({
  [`${name}_bucket{${bank(1)},le="0.1"}`]: fast,
  [`${name}_bucket{${bank(1)},le="5"}`]: all,
  [`${name}_bucket{${bank(1)},le="+Inf"}`]: all,
});

/** A bank in which nothing is wrong: three servers, two replicas, calls and card payments. */
const healthy: Record<string, string> = {
  'up{job="haproxy",instance="balancer"}': steady(1),
  'haproxy_backend_active_servers{proxy="shells"}': steady(3),
  ...Object.fromEntries([1, 2, 3].map((at) => [`up{${bank(at)}}`, steady(1)])),
  [`bank_ready{${bank(1)}}`]: steady(1),
  [`bank_database_up{${bank(1)}}`]: steady(1),
  [`bank_database_replicas{${bank(1)}}`]: steady(2),
  [`bank_http_requests_total{${bank(1)},status="200"}`]: grows(100),
  [`bank_http_requests_total{${bank(1)},status="503"}`]: grows(0),
  ...buckets('bank_http_request_duration_seconds', grows(100), grows(100)),
  ...buckets('bank_database_statement_duration_seconds', grows(100), grows(100)),
  ...buckets('bank_database_pool_wait_seconds', grows(100), grows(100)),
  [`bank_database_errors_total{${bank(1)},error="ER_DUP_ENTRY"}`]: grows(1),
  [`nodejs_eventloop_lag_p99_seconds{${bank(1)}}`]: steady(0.02),
  [`process_resident_memory_bytes{${bank(1)}}`]: steady(300e6),
  [`bank_ledger_sound{${bank(1)}}`]: steady(1),
  // The job ends every 30 seconds.
  [`bank_job_last_success_timestamp_seconds{${bank(1)},name="watch-counterparts"}`]: grows(10),
  [`bank_rail_oldest_waiting_seconds{${bank(1)}}`]: steady(0),
  [`bank_card_network_oldest_waiting_seconds{${bank(1)}}`]: steady(0),
  [`bank_card_authorizations_total{${bank(1)},code="00"}`]: grows(10),
  [`bank_card_authorizations_total{${bank(1)},code="91"}`]: grows(0),
  [`bank_release_reports{${bank(1)},remote="cards",version="2",kind="shown"}`]: grows(50),
  [`bank_release_reports{${bank(1)},remote="cards",version="2",kind="render"}`]: steady(1),
};

/** What goes wrong, the metrics that change by it, and the alerts of it: no others. */
const faults: [fault: string, changed: Record<string, string>, alerts: string[]][] = [
  ['a server is killed', { [`up{${bank(2)}}`]: becomes(1, 0) }, ['BankServerDown']],
  ['all servers are lost', all(`up{job="bank"`, becomes(1, 0)), ['BankDown', 'BankServerDown']],
  ['a server hangs: it is not scraped in time', { [`up{${bank(3)}}`]: becomes(1, 0) }, ['BankServerDown']],
  ['a server cannot serve', { [`bank_ready{${bank(1)}}`]: becomes(1, 0) }, ['BankServerNotReady']],
  ['the balancer is killed', all('up{job="haproxy"', becomes(1, 0)), ['BalancerDown']],
  ['no server is ready', all('haproxy_backend', becomes(3, 0)), ['BalancerHasNoServer']],
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
  ['a statement does not match', incident('reconciliation_amount'), ['MoneyNotReconciled']],
  [
    'a release throws',
    { [`bank_release_reports{${bank(1)},remote="cards",version="2",kind="render"}`]: growsFrom(0, 2) },
    ['ReleaseFails'],
  ],
  ['a release took itself back', incident('release_taken_back'), ['ReleaseTakenBack']],
];

/** Every series of the healthy bank that begins so. */
function all(beginning: string, samples: string): Record<string, string> {
  const names = Object.keys(healthy).filter((name) => name.startsWith(beginning));
  if (names.length === 0) throw new Error(`no series begins with ${beginning}`);
  return Object.fromEntries(names.map((name) => [name, samples]));
}

function errors(error: string) {
  return { [`bank_database_errors_total{${bank(1)},error="${error}"}`]: `0x${quiet - 1} 3+3x${faulty}` };
}

/** A tenth of all takes seconds. */
function slow(name: string) {
  return buckets(name, growsFrom(100, 90), grows(100));
}

function incident(kind: string) {
  return { [`bank_incidents_open{${bank(1)},kind="${kind}",severity="high"}`]: appears };
}

const expr = 'count by (alertname) (ALERTS{alertstate="firing"})';
const firing = (eval_time: string, alerts: string[], of: (alert: string) => number = () => 1) => ({
  ...{ expr, eval_time },
  exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: of(alertname) })),
});

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'bank-alerts-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function promtool(tests: object[]): void {
  const file = path.join(folder, 'tests.yml');
  const rules = path.join(repository, 'bff/operations/alerts.yml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '10s', tests }));
  execFileSync(process.env.PROMTOOL ?? 'promtool', ['test', 'rules', file], {
    stdio: 'pipe',
    encoding: 'utf8',
  });
}

it.each(faults)('%s: alerts within a minute, and nothing before', (fault, changed, alerts) => {
  const series = { ...healthy, ...changed };
  promtool([
    {
      name: fault,
      interval: '10s',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        firing('290s', []),
        firing('360s', alerts, (alert) =>
          fault === 'all servers are lost' && alert === 'BankServerDown' ? 3 : 1,
        ),
      ],
    },
  ]);
});
