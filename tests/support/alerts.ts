import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './repository';

/** Samples in Prometheus' notation, one every ten seconds: five quiet minutes, and two with a fault. */
export const quiet = 30;
export const faulty = 12;
export const steady = (value: number | string) => `${value}x${quiet + faulty}`;
export const becomes = (before: number | string, after: number | string) =>
  `${before}x${quiet - 1} ${after}x${faulty}`;
export const appears = `_x${quiet} 1x${faulty}`;
/** A counter that grows by so much at each sample. */
export const grows = (each: number) => `0+${each}x${quiet + faulty}`;
export const growsFrom = (before: number, after: number) =>
  `0+${before}x${quiet - 1} ${before * (quiet - 1) + after}+${after}x${faulty}`;
/** The last sample is of before the fault: who has the metric is not scraped any more. */
export const ends = (before: number | string) => `${before}x${quiet - 1} stale`;
/** The seconds since a moment that passes: the age grows by ten each time. */
export const ages = `0x${quiet - 1} 10+10x${faulty}`;

export const bank = (instance: number) => `job="bank",instance="bank-${instance}:9464"`;
const buckets = (name: string, fast: string, all: string): Record<string, string> => ({
  [`${name}_bucket{${bank(1)},le="0.02"}`]: fast,
  [`${name}_bucket{${bank(1)},le="0.1"}`]: fast,
  [`${name}_bucket{${bank(1)},le="5"}`]: all,
  [`${name}_bucket{${bank(1)},le="+Inf"}`]: all,
});

const node = (at: number) => `job="databases",node="database-${at}"`;
/** What the supervisor reports of a node. */
const nodeSeries = (at: number, up: string, primary: string, replicating: string) => ({
  [`bank_database_node_up{${node(at)}}`]: up,
  [`bank_database_node_primary{${node(at)}}`]: primary,
  [`bank_database_node_replicating{${node(at)}}`]: replicating,
});

/** A bank in which nothing is wrong: three servers, three database nodes, calls and card payments. */
export const healthy: Record<string, string> = {
  'up{job="haproxy",instance="balancer"}': steady(1),
  'haproxy_backend_active_servers{proxy="shells"}': steady(3),
  'haproxy_frontend_http_responses_total{job="haproxy",proxy="shell",code="2xx"}': grows(100),
  'haproxy_frontend_http_responses_total{job="haproxy",proxy="shell",code="5xx"}': grows(0),
  'haproxy_frontend_current_sessions{job="haproxy",proxy="shell"}': steady(100),
  'haproxy_frontend_limit_sessions{job="haproxy",proxy="shell"}': steady(2000),
  'up{job="haproxy-database",instance="bank-1:8406"}': steady(1),
  'haproxy_backend_active_servers{job="haproxy-database",proxy="database"}': steady(1),
  'up{job="databases",instance="supervisor"}': steady(1),
  'bank_database_term{job="databases"}': steady(3),
  'bank_database_rebuilds_total{job="databases"}': steady(0),
  ...nodeSeries(1, steady(1), steady(1), steady(0)),
  ...nodeSeries(2, steady(1), steady(0), steady(1)),
  ...nodeSeries(3, steady(1), steady(0), steady(1)),
  ...Object.fromEntries([1, 2, 3].map((at) => [`bank_database_node_position{${node(at)}}`, grows(40)])),
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
  [`bank_database_errors_total{${bank(1)},error="PROTOCOL_CONNECTION_LOST"}`]: grows(0),
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

/** Every series of the healthy bank that begins so. */
export function all(beginning: string, samples: string): Record<string, string> {
  const names = Object.keys(healthy).filter((name) => name.startsWith(beginning));
  if (names.length === 0) throw new Error(`no series begins with ${beginning}`);
  return Object.fromEntries(names.map((name) => [name, samples]));
}

export function errors(error: string) {
  return { [`bank_database_errors_total{${bank(1)},error="${error}"}`]: `0x${quiet - 1} 3+3x${faulty}` };
}

/** A tenth of all takes seconds, or as much as not so many of a hundred. */
export function slow(name: string, fast = 90): Record<string, string> {
  return buckets(name, growsFrom(100, fast), grows(100));
}

export function incident(kind: string) {
  return { [`bank_incidents_open{${bank(1)},kind="${kind}",severity="high"}`]: appears };
}

/** A node that does not run, hangs, or cannot be reached: its machine, its database or its network is lost. */
export const nodeIsLost = (at: number): Record<string, string> => ({
  ...nodeSeries(
    at,
    becomes(1, 0),
    at === 1 ? becomes(1, 0) : steady(0),
    at === 1 ? steady(0) : becomes(1, 0),
  ),
  [`bank_database_node_position{${node(at)}}`]: `0+40x${quiet - 1} stale`,
});
export const nodeStandsStill = (at: number): Record<string, string> => ({
  [`bank_database_node_position{${node(at)}}`]: `0+40x${quiet - 1} ${40 * (quiet - 1)}x${faulty}`,
});
/** The second node is the primary now, and the first one follows. */
export const promoted = (): Record<string, string> => ({
  ...nodeSeries(1, steady(1), becomes(1, 0), becomes(0, 1)),
  ...nodeSeries(2, steady(1), becomes(0, 1), becomes(1, 0)),
  'bank_database_term{job="databases"}': becomes(3, 4),
  ...connectionsLost(),
});
export const connectionsLost = (): Record<string, string> => ({
  [`bank_database_errors_total{${bank(1)},error="PROTOCOL_CONNECTION_LOST"}`]: becomes(0, 80),
});
export const replicasAre = (count: number) => all('bank_database_replicas', becomes(2, count));
/** Whatever the supervisor reports. */
export const supervisorIsLost = (): Record<string, string> => {
  const own = Object.entries(healthy).filter(([name]) => /^bank_database_(node|term|rebuilds)/.test(name));
  return {
    ...Object.fromEntries(
      own.map(([name, samples]) => [name, samples.replace(/x\d+$/, `x${quiet - 1} stale`)]),
    ),
    ...all('up{job="databases"', becomes(1, 0)),
  };
};

const expr = 'group by (alertname) (ALERTS{alertstate="firing"})';
const firing = (eval_time: string, alerts: string[]) => ({
  expr,
  eval_time,
  exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
});

/**
 * Whether a fault that changes those series of the healthy bank raises those alerts within a minute, no others, and none before.
 * @throws what promtool printed
 */
export function expectAlerts(
  folder: string,
  fault: string,
  changed: Record<string, string>,
  alerts: string[],
): void {
  const checks = [firing('290s', []), firing('360s', alerts)];
  runPromtool(folder, { name: fault, interval: '10s', series: { ...healthy, ...changed }, checks });
}

/**
 * Whether an alert still fires after so many hours, over series with a sample a minute.
 * @throws what promtool printed
 */
export function expectLasting(
  folder: string,
  series: Record<string, string>,
  { alert, hours, fires }: { alert: string; hours: number; fires: boolean },
): void {
  const check = {
    expr: `group by (alertname) (ALERTS{alertstate="firing",alertname="${alert}"})`,
    eval_time: `${hours}h`,
    exp_samples: fires ? [{ labels: `{alertname="${alert}"}`, value: 1 }] : [],
  };
  runPromtool(folder, { name: alert, interval: '1m', series, checks: [check] });
}

interface PromtoolTest {
  name: string;
  interval: string;
  series: Record<string, string>;
  checks: ReturnType<typeof firing>[];
}

function runPromtool(folder: string, { name, interval, series, checks }: PromtoolTest): void {
  const test = {
    name,
    interval,
    input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
    promql_expr_test: checks,
  };
  const file = path.join(folder, 'tests.yml');
  const rules = path.join(repository, 'bff/operations/alerts.yml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: interval, tests: [test] }));
  execFileSync(process.env.PROMTOOL ?? 'promtool', ['test', 'rules', file], {
    stdio: 'pipe',
    encoding: 'utf8',
  });
}
