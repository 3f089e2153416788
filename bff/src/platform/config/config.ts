import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { bucket, store } from './bucket-address';
import { deriveKeys, storedKeys } from './keys';
import {
  addresses,
  databaseUrl,
  httpAddress,
  integer,
  mailUrl,
  origin,
  secret,
  secretList,
  within,
} from './variables';

/** Every variable; any of them may be given as `<name>_FILE`, a file with the value. */
export const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test'], 'NODE_ENV is not known.').default('production'),
  PORT: integer('PORT must be a port from 1 to 65532.', 1, 65_532, 3000),
  HOST: z.string().optional(),
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  DATABASE_MIGRATION_URL: databaseUrl('DATABASE_MIGRATION_URL').optional(),
  DATABASE_CONNECTIONS: integer('DATABASE_CONNECTIONS must be from 1 to 500.', 1, 500, 20),
  DATABASE_PACKETS: z
    .enum(['auto', 'compound'], 'DATABASE_PACKETS must be auto or compound.')
    .default('auto'),
  DATABASE_SIGN_IN_CONNECTIONS: integer('DATABASE_SIGN_IN_CONNECTIONS must be from 1 to 500.', 1, 500, 4),
  DATA_DIR: z.string().default('.data'),
  DOCUMENTS_URL: bucket('DOCUMENTS_URL'),
  RELEASES_URL: bucket('RELEASES_URL'),
  RELEASE_KEY: secretList('RELEASE_KEY'),
  BACKUP_URL: store('BACKUP_URL'),
  BACKUP_KEEP_DAYS: integer('BACKUP_KEEP_DAYS must be from 1 to 3650.', 1, 3_650, 35),
  BACKUP_PASSPHRASE: z.string().min(20, 'BACKUP_PASSPHRASE must have at least 20 characters.').optional(),
  BACKUP_DATABASE_URL: databaseUrl('BACKUP_DATABASE_URL').optional(),
  DATABASE_FILES: z.string().optional(),
  OWNER_EMAIL: z.string().trim().toLowerCase().optional(),
  REMOTES_DIR: z.string().default('remotes'),
  HOSTS_DIR: z.string().default('hosts'),
  LOADER_DIR: z.string().default('libs/embed/dist'),
  SHELL_ORIGIN: origin('SHELL_ORIGIN'),
  BACK_OFFICE_ORIGIN: origin('BACK_OFFICE_ORIGIN'),
  EMBED_ORIGIN: origin('EMBED_ORIGIN'),
  ACCESS_TOKEN_SECONDS: integer('ACCESS_TOKEN_SECONDS must be from 1 to 3600.', 1, 3_600, 300),
  SESSION_SECONDS: integer('SESSION_SECONDS must be from 1 to 2592000.', 1, 2_592_000, 28_800),
  IDLE_SECONDS: integer('IDLE_SECONDS must be from 1 to 86400.', 1, 86_400, 300),
  SIGNING_KEY: secretList('SIGNING_KEY'),
  ENCRYPTION_KEY: secretList('ENCRYPTION_KEY'),
  RAIL_URL: httpAddress('RAIL_URL'),
  RAIL_KEY: secret('RAIL_KEY'),
  CARD_NETWORK_URL: httpAddress('CARD_NETWORK_URL'),
  CARD_NETWORK_KEY: secret('CARD_NETWORK_KEY'),
  RATES_URL: httpAddress('RATES_URL'),
  SANCTIONS_URL: httpAddress('SANCTIONS_URL'),
  SMS_URL: httpAddress('SMS_URL'),
  SMS_KEY: secret('SMS_KEY'),
  PUSH_SERVICE_URL: httpAddress('PUSH_SERVICE_URL'),
  PUSH_KEY: secret('PUSH_KEY'),
  WEBHOOK_RECEIVER_URL: httpAddress('WEBHOOK_RECEIVER_URL'),
  SUPPORT_PHONE: z
    .string()
    .regex(/^\+?\d(?:[ .-]?\d){3,19}$/, 'SUPPORT_PHONE must be a telephone number.')
    .optional(),
  SMTP_URL: mailUrl.optional(),
  MAIL_BOUNCE_KEY: secret('MAIL_BOUNCE_KEY'),
  MAIL_FROM: z.string().default('Bank PCS <no-reply@bankpcs.example>'),
  TRUST_PROXY: z.string().default('false').transform(trustedProxies),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'LOG_LEVEL is not a log level.')
    .default('info'),
  CALLS_PER_MINUTE: integer('CALLS_PER_MINUTE must be from 1 to 1000000.', 1, 1_000_000, 1_200),
  SIGN_UPS_PER_TEN_MINUTES: integer('SIGN_UPS_PER_TEN_MINUTES must be from 1 to 1000000.', 1, 1_000_000, 200),
  TICKETS_PER_TEN_MINUTES: integer('TICKETS_PER_TEN_MINUTES must be from 1 to 1000000.', 1, 1_000_000, 60),
  ATTACHMENTS_PER_HOUR: integer('ATTACHMENTS_PER_HOUR must be from 1 to 1000000.', 1, 1_000_000, 20),
  VISITOR_CONVERSATIONS_PER_HOUR: integer(
    'VISITOR_CONVERSATIONS_PER_HOUR must be from 1 to 1000000.',
    1,
    1_000_000,
    20,
  ),
  APPROVAL_MESSAGES_PER_HOUR: integer(
    'APPROVAL_MESSAGES_PER_HOUR must be from 1 to 1000000.',
    1,
    1_000_000,
    30,
  ),
  HASHES_AT_ONCE: integer(
    'HASHES_AT_ONCE must be from 1 to 64.',
    1,
    64,
    Math.min(Math.max(1, availableParallelism() - 1), 64),
  ),
  DRAIN_SECONDS: integer('DRAIN_SECONDS must be from 0 to 300.', 0, 300, 2),
  JOBS_EVERY_SECONDS: integer('JOBS_EVERY_SECONDS must be from 0 to 86400.', 0, 86_400, 30),
  OFFLINE_WORKER: z.enum(['on', 'off'], 'OFFLINE_WORKER must be on or off.').default('on'),
  METRICS_PORT: within('METRICS_PORT must be a port from 1 to 65535.', 1, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress('OTEL_EXPORTER_OTLP_ENDPOINT'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('OTEL_TRACES_SAMPLER_ARG must be from 0 to 1.')
    .min(0, 'OTEL_TRACES_SAMPLER_ARG must be from 0 to 1.')
    .max(1, 'OTEL_TRACES_SAMPLER_ARG must be from 0 to 1.')
    .default(0.05),
  METRICS_HOST: z.string().default('127.0.0.1'),
  DEV_REMOTES: addresses('DEV_REMOTES'),
  DEV_HOSTS: addresses('DEV_HOSTS'),
  DEV_REGISTRY: origin('DEV_REGISTRY'),
});

/** Trusted proxies, whose `X-Forwarded-For` counts: none, a number of hops, or a list of networks. */
function trustedProxies(value: string): boolean | number | string {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** A wrong environment variable; the message names it and never its value. */
export class ConfigError extends Error {}

/** A counterpart outside the bank, and the key that both sides sign with. */
function portOf(name: string, url: string | undefined, secretKey: string | undefined) {
  if (!url) return undefined;
  if (!secretKey) throw new ConfigError(`${name}_KEY must be set where ${name}_URL is.`);
  return { url, key: { id: 'bank-pcs', secret: secretKey } };
}

/** The settings by the names that the server uses. */
function settingsOf(variables: z.output<typeof environment>) {
  const development = variables.NODE_ENV === 'development';
  const port = variables.PORT;
  const dataDir = resolve(variables.DATA_DIR);
  const shellOrigin = variables.SHELL_ORIGIN ?? `http://localhost:${port}`;
  const backOfficeOrigin = variables.BACK_OFFICE_ORIGIN ?? `http://localhost:${port + 1}`;
  const embedOrigin = variables.EMBED_ORIGIN ?? `http://localhost:${port + 3}`;
  if ([shellOrigin, backOfficeOrigin].includes(embedOrigin)) {
    throw new ConfigError(
      'EMBED_ORIGIN must not be the origin of another site: frames share nothing with a session.',
    );
  }
  const {
    SIGNING_KEY: signing,
    ENCRYPTION_KEY: encryption,
    RELEASE_KEY: release,
    PUSH_KEY: push,
  } = variables;
  const keys = deriveKeys({ signing, encryption, release, push }, () =>
    storedKeys(join(dataDir, 'keys.json')),
  );
  return {
    environment: variables.NODE_ENV,
    port,
    /** The address to listen on; loopback by default. */
    host: variables.HOST,
    databaseUrl: variables.DATABASE_URL,
    /** With the account that migrates; by default `databaseUrl`. */
    databaseMigrationUrl: variables.DATABASE_MIGRATION_URL ?? variables.DATABASE_URL,
    /** The person whom `owner:appoint` makes the first owner. */
    ownerEmail: variables.OWNER_EMAIL,
    databaseConnections: variables.DATABASE_CONNECTIONS,
    /** How several statements travel in one packet; `auto`: as compound statements on Galera. */
    databasePackets: variables.DATABASE_PACKETS,
    /** The size of the separate pool of sign-in. */
    databaseSignInConnections: variables.DATABASE_SIGN_IN_CONNECTIONS,
    dataDir,
    /** The store of documents; by default a folder under `dataDir`. */
    documentsBucket: variables.DOCUMENTS_URL,
    /** The store of releases; by default a folder under `dataDir`. */
    releasesBucket: variables.RELEASES_URL,
    /** The store of backups and anchors, outside the database; undefined: anchors in a folder under `dataDir`. */
    backupStore: variables.BACKUP_URL,
    /** How long backups and anchors are kept. */
    backupKeepDays: variables.BACKUP_KEEP_DAYS,
    /** The folder of the remotes that are installed with the server. */
    remotesDir: resolve(variables.REMOTES_DIR),
    hostsDir: resolve(variables.HOSTS_DIR),
    /** The folder of the widgets' loader. */
    loaderDir: resolve(variables.LOADER_DIR),
    shellOrigin,
    backOfficeOrigin,
    /** The origin of the widgets' loader and frames, which must not share a session's origin. */
    embedOrigin,
    /** The partner demonstration site. */
    partnerSiteOrigin: `http://localhost:${port + 2}`,
    accessTokenSeconds: variables.ACCESS_TOKEN_SECONDS,
    sessionSeconds: variables.SESSION_SECONDS,
    idleSeconds: variables.IDLE_SECONDS,
    /** 32 bytes that sign access tokens. */
    signingKey: keys.signing,
    /** All known keys, the current one first: signatures of older ones remain valid. */
    signingKeys: keys.signingKeys,
    /** 32 bytes that encrypt two-factor secrets and key the digests of codes. */
    encryptionKey: keys.encryption,
    /** As `signingKeys`. */
    encryptionKeys: keys.encryptionKeys,
    /** 32 bytes that key the fingerprints of idempotent calls. */
    fingerprintKey: keys.fingerprint,
    /** 32 bytes: the private key (Ed25519) that signs releases. */
    releaseKey: keys.release,
    /** As `signingKeys`. */
    releaseKeys: keys.releaseKeys,
    /** Whether the keys were generated by this server and stored under `dataDir`. */
    keepsKeys: !variables.SIGNING_KEY,
    /** The clearing house for payments to other banks; undefined where the bank has none. */
    rail: portOf('RAIL', variables.RAIL_URL, variables.RAIL_KEY),
    /** The card network; undefined where the bank has none. */
    cardNetwork: portOf('CARD_NETWORK', variables.CARD_NETWORK_URL, variables.CARD_NETWORK_KEY),
    /** The folder of the files of reference rates, whose daily one may be named; undefined without a source. */
    ratesUrl: variables.RATES_URL?.replace(/\/eurofxref-daily\.xml$/, ''),
    /** The sanctions list as OpenSanctions' simple CSV; undefined without a source. */
    sanctionsUrl: variables.SANCTIONS_URL,
    /** The sender of text messages; undefined where the bank has none. */
    textMessages: portOf('SMS', variables.SMS_URL, variables.SMS_KEY),
    /** The key pair under which push messages are sent (VAPID). */
    pushKeys: keys.push,
    /** The push service of the demonstration, which may be on a private network; undefined without one. */
    pushServiceOrigin: variables.PUSH_SERVICE_URL && new URL(variables.PUSH_SERVICE_URL).origin,
    /** A receiver of webhooks for development, which may be on a private network and without https; undefined without one. */
    webhookReceiverOrigin: variables.WEBHOOK_RECEIVER_URL && new URL(variables.WEBHOOK_RECEIVER_URL).origin,
    /** The number of the support's telephone line; without it no line is shown. */
    supportPhone: variables.SUPPORT_PHONE,
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM,
    /** The key by which the mail provider signs its reports of mails that came back; undefined without reports. */
    mailBounceKey: variables.MAIL_BOUNCE_KEY ? { id: 'mail', secret: variables.MAIL_BOUNCE_KEY } : undefined,
    trustProxy: variables.TRUST_PROXY,
    logLevel: variables.LOG_LEVEL,
    callsPerMinute: variables.CALLS_PER_MINUTE,
    /** Rate limits per address, for all servers together. */
    signUpsPerTenMinutes: variables.SIGN_UPS_PER_TEN_MINUTES,
    ticketsPerTenMinutes: variables.TICKETS_PER_TEN_MINUTES,
    attachmentsPerHour: variables.ATTACHMENTS_PER_HOUR,
    visitorConversationsPerHour: variables.VISITOR_CONVERSATIONS_PER_HOUR,
    /** Messages with a code that one person is sent, for all servers together. */
    approvalMessagesPerHour: variables.APPROVAL_MESSAGES_PER_HOUR,
    hashesAtOnce: variables.HASHES_AT_ONCE,
    /** How long a stopping server reports itself as not ready before it closes its listener. */
    drainSeconds: variables.DRAIN_SECONDS,
    /** The interval of the jobs; 0 when this server runs none. */
    jobsEverySeconds: variables.JOBS_EVERY_SECONDS,
    /** The port of `/metrics`, which needs no sign-in; undefined: it is not served. */
    metricsPort: variables.METRICS_PORT,
    metricsHost: variables.METRICS_HOST,
    /** The collector of traces (OTLP over HTTP) and the share of them that it gets; undefined where there is none. */
    traces: variables.OTEL_EXPORTER_OTLP_ENDPOINT && {
      url: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
      share: variables.OTEL_TRACES_SAMPLER_ARG,
    },
    /** Whether the customer site opens without a network; otherwise its worker takes push messages only. */
    hasOfflineWorker: variables.OFFLINE_WORKER === 'on',
    /** Development only: URLs of remotes and hosts served by a development server, by name. */
    devRemotes: development ? variables.DEV_REMOTES : {},
    devHosts: development ? variables.DEV_HOSTS : {},
    /** Development only: the customer site whose releases these shells load, except `devRemotes`. */
    devRegistry: development ? variables.DEV_REGISTRY : undefined,
  };
}

const Settings = class {
  constructor(settings: ReturnType<typeof settingsOf>) {
    Object.assign(this, settings);
  }
} as new (settings: ReturnType<typeof settingsOf>) => Readonly<ReturnType<typeof settingsOf>>;

/** The configuration; nothing else of the server reads the environment. */
export class Config extends Settings {
  constructor(variables: z.output<typeof environment>) {
    super(settingsOf(variables));
  }
}

/** The variables that have a value, with those whose value stands in a file. @throws ConfigError for a file that cannot be read. */
export function presentVariables(given: NodeJS.ProcessEnv): Record<string, string> {
  const present: Record<string, string> = {};
  for (const name of Object.keys(environment.shape)) {
    const value = given[name] || inFile(`${name}_FILE`, given[`${name}_FILE`]);
    if (value) present[name] = value;
  }
  return present;
}

function inFile(name: string, file: string | undefined): string | undefined {
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`${name} must name a file that can be read.`);
  }
}

/**
 * Reads the configuration; an empty variable counts as absent.
 * @throws ConfigError when a variable is missing or wrong.
 */
export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const present = presentVariables(variables);
  const parsed = environment.safeParse(present);
  if (parsed.success) return new Config(parsed.data);
  const [issue] = parsed.error.issues;
  const name = issue?.path[0]?.toString() ?? '';
  throw new ConfigError(name in present ? (issue?.message ?? name) : `${name} must be set.`);
}
