import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repository } from '../support/repository';

/** `compose.yaml` and the chart, held against the configuration table of README.md and against what they must not lack. */
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');

interface Service {
  image?: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  restart?: string;
  environment?: Record<string, string>;
  healthcheck?: { test?: string[]; disable?: boolean };
  deploy?: { resources?: { limits?: { memory?: string; cpus?: string } } };
  stop_grace_period?: string;
  secrets?: (string | { source: string })[];
}
interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
}
interface Values {
  variables: Record<string, string>;
  secretVariables: string[];
  terminationGracePeriodSeconds: number;
}

const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const values = parse(read('bff/operations/chart/values.yaml')) as Values;

/** The rows of README's table: each variable with its default, where that is a plain value. */
const documented = new Map(
  [...read('README.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) +\| (.*?) +\|/gm)].flatMap(
    ([, names = '', given = '']) => {
      const plain = /^`([^`]+)`$/.exec(given)?.[1];
      return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']): [string, string | undefined] => [
        name,
        plain,
      ]);
    },
  ),
);
const source = read('bff/src/platform/config/config.ts');
const configured = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name);
const ofDevelopment = (name: string) => name === 'NODE_ENV' || name.startsWith('DEV_');
/** Of commands and of `npm start`, not of the servers. */
const ofCommands = [
  'DATABASE_MIGRATION_URL',
  'BACKUP_PASSPHRASE',
  'BACKUP_DATABASE_URL',
  'DATABASE_FILES',
  'OWNER_EMAIL',
];
const ofStart = ['SEED_DEMO', 'WORLD_DATABASE_URL', 'BINLOG_HOURS'];
const ofServers = configured.filter((name) => !ofDevelopment(name) && !ofCommands.includes(name)).sort();
/** What containers behind a proxy need otherwise. */
const otherwise = [
  'HOST',
  'DATA_DIR',
  'TRUST_PROXY',
  'DRAIN_SECONDS',
  'METRICS_HOST',
  'METRICS_PORT',
  'SHELL_ORIGIN',
  'BACK_OFFICE_ORIGIN',
  'EMBED_ORIGIN',
];

const plainName = (name: string) => name.replace(/_FILE$/, '');
const defaultOf = (value: string) => /^\$\{[A-Z_]+:-(.*)\}$/s.exec(value)?.[1] ?? value;
const differing = (variables: Record<string, string>) =>
  Object.entries(variables).filter(([name, value]) => {
    const expected = documented.get(name);
    return expected !== undefined && !otherwise.includes(name) && defaultOf(String(value)) !== expected;
  });

it('documents every variable that the server reads, and no other', () => {
  const known = configured.filter((name) => !ofDevelopment(name));
  expect(known.length).toBeGreaterThan(50);
  expect([...documented.keys()].sort()).toEqual([...known, ...ofStart].sort());
});

describe('compose.yaml', () => {
  const services = Object.entries(compose.services);
  const servers = services.filter(([name]) => /^bank-\d$/.test(name)).map(([, service]) => service);
  const ours = services.filter(([, { image }]) => image === 'bank-pcs');

  it('runs three servers, and names every variable of theirs, with the documented default', () => {
    expect(servers).toHaveLength(3);
    expect(ofServers.length).toBeGreaterThan(50);
    for (const { environment = {} } of servers) {
      expect(Object.keys(environment).map(plainName).sort()).toEqual(ofServers);
      expect(differing(environment)).toEqual([]);
    }
  });

  it('sets no variable that README.md does not know', () => {
    const own = (name: string) => (name === 'world' ? ['BANK_URL'] : []);
    expect(ours.length).toBeGreaterThan(4);
    const unknown = ours.flatMap(([name, { environment = {} }]) =>
      Object.keys(environment).filter((key) => !documented.has(plainName(key)) && !own(name).includes(key)),
    );
    expect(unknown).toEqual([]);
  });

  it('gives every secret as a file, which it declares', () => {
    for (const [, { environment = {}, secrets = [] }] of services) {
      const given = secrets.map((each) => (typeof each === 'string' ? each : each.source));
      const named = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
      for (const [, file] of named) expect(given).toContain(path.basename(file));
      for (const each of given) expect(compose.secrets).toHaveProperty([each]);
      const open = Object.keys(environment).filter((name) =>
        /(_KEY|PASSPHRASE|PASSWORD|DATABASE_URL)$/.test(name),
      );
      expect(open).toEqual([]);
    }
  });

  it.each(services)('%s is watched, limited, and may write nowhere but where it must', (_name, service) => {
    const runsOnce = service.restart === 'on-failure';
    expect(runsOnce || service.healthcheck?.test !== undefined).toBe(true);
    expect(service.user).toMatch(/^(node|nobody|haproxy|999:999|1000:1000)$/);
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(service.deploy?.resources?.limits).toEqual({
      cpus: expect.any(String),
      memory: expect.any(String),
    });
  });

  it('gives a server longer to stop than it reports itself as not ready', () => {
    for (const { environment = {}, stop_grace_period: grace = '' } of servers) {
      expect(Number.parseInt(grace, 10)).toBeGreaterThan(Number(environment['DRAIN_SECONDS']) + 15);
    }
  });
});

describe('the chart', () => {
  const folder = 'bff/operations/chart/templates';
  const templates = readdirSync(path.join(repository, folder)).map((name) => read(path.join(folder, name)));
  const all = templates.join('\n');

  it('names every variable of the servers, with the documented default, and no other', () => {
    expect([...Object.keys(values.variables), ...values.secretVariables].sort()).toEqual(ofServers);
    expect(differing(values.variables)).toEqual([]);
    const named = [...all.matchAll(/name: ([A-Z_]+),/g)].map(([, name = '']) => plainName(name));
    expect(named.filter((name) => !documented.has(name))).toEqual(['MARIADB_ROOT_PASSWORD', 'SECRETS']);
  });

  it('gives a server longer to stop than it reports itself as not ready', () => {
    const drain = Number(values.variables['DRAIN_SECONDS']);
    expect(values.terminationGracePeriodSeconds).toBeGreaterThan(drain + 15);
  });

  it('uses only values that are there', () => {
    const used = [...all.matchAll(/\.Values\.([\w.]+)/g)];
    expect(used.length).toBeGreaterThan(20);
    for (const [, name = ''] of used) {
      const found = name
        .split('.')
        .reduce<unknown>((from, key) => (from as Record<string, unknown>)[key], values);
      expect([name, found]).not.toEqual([name, undefined]);
    }
  });

  it('lets no container run as root, write its own files, or take all of a machine', () => {
    const count = (pattern: RegExp) => [...all.matchAll(pattern)].length;
    const pods = count(/^ +automountServiceAccountToken: false$/gm);
    const containers = count(/^ +image: \{\{/gm);
    expect([pods, containers]).toEqual([4, 5]);
    expect(count(/runAsNonRoot: true/g)).toBe(pods);
    expect(count(/include "bank\.hardened"/g)).toBe(containers);
    expect(count(/^ +resources: \{\{- toYaml/gm)).toBe(containers);
    expect(count(/livenessProbe:/g)).toBe(containers - 1);
    expect(count(/kind: PodDisruptionBudget/g)).toBe(2);
    expect(count(/kind: NetworkPolicy/g)).toBe(3);
  });
});
