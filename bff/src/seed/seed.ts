import type { DataSource, QueryRunner } from 'typeorm';
import { demonstrationPeople } from '@bank/contracts/demo';
import { PasswordsService } from '../auth/passwords.service';
import { newToken } from '../auth/secrets';
import { inTransaction } from '../common/transaction';
import type { Config } from '../config';
import type { StoredDocument } from '../documents/documents.service';
import { planApprovals } from './approvals';
import { customers } from './customers';
import { planDebits } from './debits';
import { demonstrationSetting } from './demonstration';
import { planFees } from './fees';
import { planJoining } from './joining';
import type { Seeding } from './life';
import { planLog } from './log';
import { Movements } from './movements';
import { Payments } from './payments';
import { planPartner } from './partner';
import { namedLives } from './people';
import { seedServices } from './services';
import { planTickets } from './tickets';
import { Timeline } from './timeline';
import { planVerifications } from './verifications';

/** The digests of the named people's passwords, and one that no known password has. */
interface Hashes {
  named: string[];
  unusable: string;
}

/**
 * Fills an empty database with the demonstration data (wire contract, section 5), all or nothing and the same in
 * every run of one day; on another day the dates, counted back from `now`, are others, and with them how often a
 * scheduled debit ran. Answers whether it did: a database that has users is left alone.
 */
export async function seed(dataSource: DataSource, config: Config, now: Date): Promise<boolean> {
  const passwords = new PasswordsService(config);
  const named = await Promise.all(demonstrationPeople.map(({ password }) => passwords.hash(password)));
  const hashes = { named, unusable: await passwords.hash(newToken()) };
  return inTransaction(dataSource, async (runner) => {
    // Two that seed at once meet here: the second waits, and then sees the users of the first.
    await runner.query(
      'INSERT INTO bank_settings (name, value) VALUES (?, ?) ON DUPLICATE KEY UPDATE name = name',
      [demonstrationSetting, 'no'],
    );
    const [users] = (await runner.query('SELECT COUNT(*) AS count FROM users')) as [{ count: string }];
    if (Number(users.count) > 0) return false;
    await fill(dataSource, config, runner, { now, hashes });
    await runner.query('UPDATE bank_settings SET value = ? WHERE name = ?', ['yes', demonstrationSetting]);
    return true;
  });
}

/** Plans everybody's past and lives it in the order of time. */
async function fill(
  dataSource: DataSource,
  config: Config,
  runner: QueryRunner,
  { now, hashes }: { now: Date; hashes: Hashes },
): Promise<void> {
  const services = seedServices(dataSource, config, now);
  const seeding: Seeding = { runner, services, timeline: new Timeline(), now };
  const named = namedLives(now, services.chance, hashes.named);
  const others = customers(now, services.chance, hashes.unusable);
  const movements = new Movements(seeding);
  const stored: StoredDocument[] = [];
  planJoining(seeding, [...named, ...others]);
  planVerifications(seeding, [...named, ...others], stored);
  movements.plan(named, others);
  new Payments(seeding, movements).plan(named, others);
  planDebits(seeding, movements, named, others);
  planFees(seeding, movements, [...named, ...others]);
  planPartner(seeding);
  planApprovals(seeding, named);
  planTickets(seeding, named);
  planLog(seeding, named);
  try {
    await seeding.timeline.replay(services.clock, runner);
    await movements.noteCardUses();
    // What was told in a made-up past is read on the screens and sent to nobody.
    await runner.query('UPDATE notifications SET deliver_at = NULL');
  } catch (error) {
    await services.documents.remove(stored.map(({ file }) => file));
    throw error;
  }
}
