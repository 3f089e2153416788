import { DataSource } from 'typeorm';
import { backupCommands } from './backup-commands';
import { verifyAudit } from './platform/audit/audit-verifier';
import { CardEntity } from './money/cards/card.entity';
import { alone } from './platform/database/alone';
import { databaseOptions } from './platform/database/connection-options';
import { Database } from './platform/database/database';
import { FileKeys } from './platform/documents/file-keys.service';
import { raiseSequence } from './front/releases/release-sequence';
import { ReleaseSigner } from './front/releases/release-signer.service';
import { resignReleases } from './front/releases/resign-releases';
import { reencryptWebhookSecrets } from './front/webhooks/webhook-secrets';
import { reencryptSecrets } from './people/auth/reencrypt-secrets';
import { ConfigError, readConfig, type Config } from './platform/config/config';
import { AccountEntity } from './money/ledger/account.entity';
import { noteRestore } from './money/anchors/restores';
import { verifyWithAnchors } from './money/anchors/verify-with-anchors';
import { verifyLedger, verifySnapshots } from './money/ledger/ledger-verifier';
import { appointFirstOwner } from './people/users/first-owner';
import { routesOf } from './platform/openapi/routes';
import { staffRolePage } from './platform/openapi/staff-role-table';
import { seed } from './seed/seed';

export interface CommandOptions {
  /** Where the anchors are: a file, a folder, or `store`. */
  anchor?: string;
  /** The moment of a restored database, or to restore. */
  until?: string;
  /** The folder of restored files. */
  into?: string;
}

/** The commands that need the bank's own code. */
export const bankCommands: Record<string, (options: CommandOptions) => Promise<void>> = {
  seed: seedDatabase,
  'ledger:verify': verifyWholeLedger,
  'audit:verify': verifyAuditLog,
  'keys:rewrap': rewrapKeys,
  'restore:note': noteRestored,
  'staff-roles': printStaffRoles,
  ...backupCommands,
  'owner:appoint': appointOwner,
};

async function seedDatabase(): Promise<void> {
  const config = readConfig();
  const entities = [AccountEntity, CardEntity];
  const options = await databaseOptions(config, 'seed');
  const dataSource = await new DataSource({ ...options, entities }).initialize();
  try {
    const database = await Database.over(dataSource, config.databasePackets);
    const done = await alone(dataSource, () => seed(database, config, new Date()));
    process.stdout.write(
      done ? 'The demonstration data is in place.\n' : 'The database has users: nothing was seeded.\n',
    );
  } finally {
    await dataSource.destroy();
  }
}

/** Verifies the whole ledger and prints the rows that violate each law; fails if there are any. */
async function verifyWholeLedger(): Promise<void> {
  await withDatabase(async (database) => {
    const { violations, watermark } = await verifyLedger(database);
    violations.push(...(await verifySnapshots(database)));
    for (const { law, rows } of violations) {
      process.stdout.write(`Broken: ${law}.\n${rows.map((row) => `  ${JSON.stringify(row)}\n`).join('')}`);
    }
    if (violations.length > 0) process.exitCode = 1;
    else process.stdout.write(`The ledger is sound, up to transfer ${watermark.transfers}.\n`);
  });
}

/**
 * Verifies that no sealed line of the activity log was changed or removed, and with `--anchor` that nothing is gone which was
 * written down elsewhere; fails otherwise.
 */
async function verifyAuditLog({ anchor, until }: CommandOptions): Promise<void> {
  await withDatabase(async (database, config) => {
    const { broken, sealed, head } = await verifyAudit(database);
    for (const { problem, id } of broken) process.stdout.write(`Broken: ${problem}: ${id}.\n`);
    if (broken.length > 0) process.exitCode = 1;
    else process.stdout.write(`The log is sound: ${sealed} lines, sealed by ${head}.\n`);
    if (anchor !== undefined) await holdAgainst(database, config, anchor, until);
  });
}

async function holdAgainst(database: Database, config: Config, place: string, until?: string): Promise<void> {
  const moment = until === undefined ? undefined : new Date(until);
  if (moment && Number.isNaN(moment.getTime())) throw new ConfigError(`--until ${until} is not a time.`);
  const { broken, checked, newest, restores } = await verifyWithAnchors(database, config, place, moment);
  for (const { moment: restored } of restores)
    process.stdout.write(`It was restored as it was at ${restored}: what was done after that is passed over.
`);
  for (const sentence of broken) process.stdout.write(`Broken: ${sentence}.\n`);
  if (broken.length > 0) process.exitCode = 1;
  else process.stdout.write(`It has all that ${checked} anchors say, the newest of ${newest?.time}.\n`);
}

/**
 * Notes in a restored database to which moment it was brought back, and raises the number of its registry above those that browsers
 * have seen since. Prints how many people's data has come back that was erased meanwhile, or should have been.
 */
async function noteRestored({ until = '' }: CommandOptions): Promise<void> {
  const moment = new Date(until);
  if (Number.isNaN(moment.getTime())) throw new ConfigError('--until must be given.');
  await withDatabase(async (database) => {
    const now = new Date();
    await database.transaction(async (tx) => {
      await noteRestore(tx, moment);
      await raiseSequence(tx, now);
    });
    const due = 'SELECT COUNT(*) FROM ended_relations WHERE due_at <= ?';
    const people = await database.count(due, [now]);
    process.stdout.write(`Erased by the job erase-data once it runs: data of ${people} people who had left.
`);
  });
}

/** Rows of one transaction: servers go on meanwhile, and a run that is killed is continued by the next. */
const rewrappedAtOnce = 200;

const oldCards = 'SELECT COUNT(*) FROM cards WHERE number_key NOT IN (?) OR pin_key NOT IN (?)';

/** Puts what the bank's older keys protect under the one in use, and prints what cannot be. */
async function rewrapKeys(): Promise<void> {
  const config = readConfig();
  const current = config.encryptionKeys[0]?.id ?? 1;
  await withDatabase(async (database) => {
    const keys = new FileKeys(database, config);
    let files = 0;
    for (let some = -1; some !== 0; files += some) some = await keys.rewrapSome(rewrappedAtOnce);
    const secrets = await reencryptSecrets(database, config, rewrappedAtOnce);
    const webhooks = await reencryptWebhookSecrets(database, config, rewrappedAtOnce);
    const releases = await resignReleases(database, new ReleaseSigner(config), rewrappedAtOnce);
    const of = current === 1 ? [0, 1] : [current];
    const cards = await database.count(oldCards, [of, of]);
    process.stdout.write(
      `Under key ${current} now: ${files} more files, ${secrets} more second factors.\nSecrets of ${webhooks} more webhooks, too.\n` +
        `Signed again: ${releases} releases.\n` +
        `Older keys are still needed for ${cards} cards, and for recovery codes and document numbers of before.\n`,
    );
  });
}

/** Appoints the bank's first owner, whose e-mail is in OWNER_EMAIL. */
async function appointOwner(): Promise<void> {
  await withDatabase(async (database, { ownerEmail: email }) => {
    if (!email) throw new ConfigError('OWNER_EMAIL is not set: the e-mail of a person who has signed up.');
    const refusal = await appointFirstOwner(database, email);
    if (refusal === 'owner_exists') throw new ConfigError('The bank has an owner, who appoints the others.');
    if (refusal) throw new ConfigError('Nobody with that e-mail has signed up and verified it.');
    process.stdout.write(`${email} is the bank's owner.\n`);
  });
}

/** Prints the page of the documentation that names the staff roles of every route. */
async function printStaffRoles(): Promise<void> {
  const { AppModule } = await import('./app.module');
  process.stdout.write(staffRolePage(routesOf(AppModule)));
}

async function withDatabase(work: (database: Database, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig();
  const database = await Database.open(await databaseOptions(config));
  try {
    await work(database, config);
  } finally {
    await database.close();
  }
}
