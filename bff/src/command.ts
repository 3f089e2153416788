import 'reflect-metadata';
import { inspect, parseArgs } from 'node:util';
import { DataSource } from 'typeorm';
import type { CommandOptions } from './bank-commands';
import { alone, NotAlone } from './platform/database/alone';
import { databaseOptions } from './platform/database/connection-options';
import { BackupError } from './platform/backups/manifest';
import { writePrivately } from './platform/files/private-files';
import { ConfigError, readConfig, type Config } from './platform/config/config';
import { accountOf, grantApplication } from './money/ledger/grants';

type Command = (options: CommandOptions) => Promise<void>;

/** The commands of `node bff/dist/command.js <name>…` that run at every start: they load nothing of the others. */
const migrations: Record<string, Command> = {
  migrate: () => withMigrations(migrate),
  revert: () => withMigrations((dataSource) => dataSource.undoLastMigration({ transaction: 'each' })),
};

async function migrate(dataSource: DataSource, { databaseUrl, databaseMigrationUrl }: Config): Promise<void> {
  await dataSource.runMigrations({ transaction: 'each' });
  if (databaseUrl !== databaseMigrationUrl) await grantApplication(dataSource, await accountOf(databaseUrl));
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

const isForOperator = (error: unknown): error is Error =>
  error instanceof ConfigError || error instanceof NotAlone || error instanceof BackupError;

async function run(args: string[]): Promise<void> {
  const { names, options } = read(args);
  const isKnown = (commands: Record<string, Command>) =>
    names.length > 0 && names.every((name) => commands[name]);
  const commands = isKnown(migrations) ? migrations : await allCommands();
  if (!isKnown(commands)) throw new ConfigError(`Commands: ${Object.keys(commands).join(', ')}.`);
  // In order.
  for (const name of names) await commands[name]?.(options);
}

async function allCommands(): Promise<Record<string, Command>> {
  const { bankCommands } = await import('./bank-commands');
  return { ...migrations, ...bankCommands };
}

function read(args: string[]): { names: string[]; options: CommandOptions } {
  try {
    const known = {
      anchor: { type: 'string' },
      until: { type: 'string' },
      into: { type: 'string' },
    } as const;
    const { positionals, values } = parseArgs({ args, options: known, allowPositionals: true });
    return { names: positionals, options: values };
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

writePrivately();
run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${isForOperator(error) ? error.message : inspect(error)}\n`);
  process.exit(1);
});
