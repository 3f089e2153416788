import { demonstrationPeople } from '@bank/contracts/demo';
import { PasswordsService } from '../people/auth/passwords.service';
import { newToken } from '../platform/security/secrets';
import type { Config } from '../platform/config/config';
import type { StoredDocument } from '../platform/documents/document-storage.service';
import { planApprovals } from './approvals';
import { planCases } from './cases';
import { planCollections } from './collections';
import { planCurrencies } from './currencies';
import { customers } from './customers';
import { planDebits } from './debits';
import { planFees } from './fees';
import { planIncidents } from './incidents';
import { planJoining } from './joining';
import type { Seeding } from './demo-person';
import { planLog } from './log';
import { Movements } from './movements';
import { Payments } from './payments';
import { planMessages } from './messages';
import { planPartner } from './partner';
import { planPayees } from './payees';
import { namedPeople } from './named-people';
import { planRules } from './rules';
import { seedServices } from './seed-services';
import { planSettlement } from './settlement';
import { planTickets } from './tickets';
import { Timeline } from './timeline';
import { planVerifications } from './verifications';
import { everyMinute } from '../ports/payment-rail/settlement-days.service';
import type { Database, Transaction } from '../platform/database/database';

/** The hashes of the named people's passwords, and one that no known password has. */
interface Hashes {
  named: string[];
  unusable: string;
}

/**
 * Fills an empty database with the demonstration data (wire contract, section 5), all or nothing and the same in
 * every run of one day; dates, and with them how often a scheduled debit ran, are relative to `now`.
 * @returns whether it did: a database that has users is left unchanged
 */
export async function seed(database: Database, config: Config, now: Date): Promise<boolean> {
  const passwords = new PasswordsService(config);
  const named = await Promise.all(demonstrationPeople.map(({ password }) => passwords.hash(password)));
  const hashes = { named, unusable: await passwords.hash(newToken()) };
  return database.transaction(async (tx) => {
    // Serializes concurrent seeds: the second waits here, then finds the users of the first.
    await tx.write(
      'INSERT INTO bank_settings (name, value) VALUES (?, ?) ON DUPLICATE KEY UPDATE name = name',
      ['demonstration', 'no'],
    );
    if (await tx.exists('SELECT 1 FROM users LIMIT 1')) return false;
    await fill(database, config, tx, { now, hashes });
    await tx.write('INSERT INTO bank_settings (name, value) VALUES (?, ?)', ['sepa_cut_offs', everyMinute]);
    await tx.write('UPDATE bank_settings SET value = ? WHERE name = ?', ['yes', 'demonstration']);
    return true;
  });
}

/** Plans everybody's past and replays it in chronological order. */
async function fill(
  database: Database,
  config: Config,
  tx: Transaction,
  { now, hashes }: { now: Date; hashes: Hashes },
): Promise<void> {
  const services = seedServices(database, config, now);
  await services.screening.refresh(tx);
  const seeding: Seeding = { tx, services, timeline: new Timeline(), now };
  const named = namedPeople(now, services.random, hashes.named);
  const others = customers(now, services.random, hashes.unusable);
  const movements = new Movements(seeding);
  const stored: StoredDocument[] = [];
  planJoining(seeding, [...named, ...others]);
  planVerifications(seeding, [...named, ...others], stored);
  movements.plan(named, others);
  new Payments(seeding, movements).plan(named, others);
  planDebits(seeding, movements, named, others);
  planFees(seeding, movements, [...named, ...others]);
  planPartner(seeding);
  planPayees(seeding, named);
  planCurrencies(seeding, named);
  planCollections(seeding, movements, named);
  planSettlement(seeding, movements);
  planApprovals(seeding, named);
  planTickets(seeding, named);
  planCases(seeding, named);
  planIncidents(seeding, named);
  planMessages(seeding, named);
  planRules(seeding, named);
  planLog(seeding, named);
  try {
    await seeding.timeline.replay(services.clock, tx);
    await movements.saveCardUses();
    // Notifications of the past are shown on screen but not delivered.
    await tx.write('UPDATE notifications SET deliver_at = NULL');
  } catch (error) {
    await services.documents.remove(stored.map(({ file }) => file));
    throw error;
  }
}
