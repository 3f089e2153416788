import 'reflect-metadata';
import { inspect } from 'node:util';
import { DataSource } from 'typeorm';
import { verifyAudit } from './audit/audit-verifier';
import { CardEntity } from './cards/card.entity';
import { alone, NotAlone } from './common/alone';
import { databaseOptions } from './common/database';
import { writePrivately } from './common/private-files';
import { ConfigError, readConfig, type Config } from './config';
import { AccountEntity } from './ledger/account.entity';
import { accountOf, grantApplication } from './ledger/grants';
import { verifyLedger, verifySnapshots } from './ledger/ledger-verifier';
import { seed } from './seed/seed';

/** What `node bff/dist/command.js <name>…` does, one after another. */
const commands: Record<string, () => Promise<void>> = {
  migrate: () => withMigrations(migrate),
  revert: () => withMigrations((dataSource) => dataSource.undoLastMigration({ transaction: 'each' })),
  seed: seedDatabase,
  'ledger:verify': proveLedger,
  'audit:verify': proveAudit,
};

async function migrate(dataSource: DataSource, { databaseUrl, databaseMigrationUrl }: Config): Promise<void> {
  await dataSource.runMigrations({ transaction: 'each' });
  if (databaseUrl !== databaseMigrationUrl) await grantApplication(dataSource, await accountOf(databaseUrl));
}

async function seedDatabase(): Promise<void> {
  const config = readConfig();
  const entities = [AccountEntity, CardEntity];
  const options = await databaseOptions(config, 'seed');
  const dataSource = await new DataSource({ ...options, entities }).initialize();
  try {
    const done = await alone(dataSource, () => seed(dataSource, config, new Date()));
    process.stdout.write(
      done ? 'The demonstration data is in place.\n' : 'The database has users: nothing was seeded.\n',
    );
  } finally {
    await dataSource.destroy();
  }
}

/** Proves the whole ledger, and says which law is broken by which rows; then the command fails. */
async function proveLedger(): Promise<void> {
  await withDatabase(async (dataSource) => {
    const { violations, watermark } = await verifyLedger(dataSource);
    violations.push(...(await verifySnapshots(dataSource)));
    for (const { law, rows } of violations) {
      process.stdout.write(`Broken: ${law}.\n${rows.map((row) => `  ${JSON.stringify(row)}\n`).join('')}`);
    }
    if (violations.length > 0) process.exitCode = 1;
    else process.stdout.write(`The ledger is sound, up to transfer ${watermark.transfers}.\n`);
  });
}

/** Proves that no line of the activity log was changed or removed since it was sealed; else the command fails. */
async function proveAudit(): Promise<void> {
  await withDatabase(async (dataSource) => {
    const { broken, sealed, head } = await verifyAudit(dataSource);
    for (const { problem, id } of broken) process.stdout.write(`Broken: ${problem}: ${id}.\n`);
    if (broken.length > 0) process.exitCode = 1;
    else process.stdout.write(`The log is sound: ${sealed} lines, sealed by ${head}.\n`);
  });
}

async function withDatabase(work: (dataSource: DataSource) => Promise<void>): Promise<void> {
  const dataSource = await new DataSource(await databaseOptions(readConfig())).initialize();
  try {
    await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function withMigrations(
  work: (dataSource: DataSource, config: Config) => Promise<unknown>,
): Promise<void> {
  const config = readConfig();
  const dataSource = await new DataSource(await databaseOptions(config, 'migrate')).initialize();
  try {
    await alone(dataSource, () => work(dataSource, config));
  } finally {
    await dataSource.destroy();
  }
}

const isPlain = (error: unknown): error is Error => error instanceof ConfigError || error instanceof NotAlone;

async function run(names: string[]): Promise<void> {
  if (names.length === 0 || names.some((name) => !commands[name])) {
    throw new ConfigError(`Commands: ${Object.keys(commands).join(', ')}.`);
  }
  for (const name of names) await commands[name]?.();
}

writePrivately();
run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${isPlain(error) ? error.message : inspect(error)}\n`);
  process.exit(1);
});
