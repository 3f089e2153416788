import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '../../bff/src/platform/config/config';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import { Database } from '../../bff/src/platform/database/database';
import { DocumentStorageService } from '../../bff/src/platform/documents/document-storage.service';
import { BankSettingsService } from '../../bff/src/platform/bank-settings/bank-settings.service';
import { SettlementDays } from '../../bff/src/ports/payment-rail/settlement-days.service';
import { FileKeys } from '../../bff/src/platform/documents/file-keys.service';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import { InboxService } from '../../bff/src/ports/messages/inbox.service';
import { OutboxService } from '../../bff/src/ports/messages/outbox.service';
import { SepaFilesService } from '../../bff/src/ports/payment-rail/sepa-files.service';
import { SepaInboxService } from '../../bff/src/ports/payment-rail/sepa-inbox.service';
import { SepaMessagesService } from '../../bff/src/ports/payment-rail/sepa-messages.service';
import { SepaRailService } from '../../bff/src/ports/payment-rail/sepa-rail.service';
import { type Behaviour, railKey, startClearingHouse } from '../support/clearing-house';
import { connectTo } from '../support/customers';
import { createDatabase } from '../support/database';
import { TestClock } from '../support/ledger';
import { describePaymentRail } from '../support/payment-rail-contract';
import { newIban } from './payment-fixture';

const behaviours: Record<string, Behaviour> = {
  settles: 'ACSC',
  refuses: { refuse: 'AC04' },
  silent: 'silent',
  busy: 'busy',
  garbled: 'garbled',
  unread: 'unread',
};

describePaymentRail('the SEPA adapter', async () => {
  const house = await startClearingHouse();
  const { url, migrationUrl, drop } = await createDatabase();
  const owner = connectTo(migrationUrl);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bank-rail-'));
  const settings = { dataDir, databaseUrl: url, databaseConnections: 5, fingerprintKey: Buffer.alloc(32) };
  const database = await Database.open(await databaseOptions(settings as Config));
  const clock = new TestClock();
  const adapter = (rail: Config['rail']) => {
    const [outbox, inbox] = [new OutboxService(database, clock), new InboxService(database, clock)];
    const random = new RandomSource();
    const config = { ...settings, rail, encryptionKeys: [{ id: 1, key: Buffer.alloc(32, 1) }] } as Config;
    const files = new SepaFilesService(
      database,
      new DocumentStorageService(config, new FileKeys(database, config)),
      clock,
    );
    const stored = new SepaMessagesService(inbox, outbox);
    const reading = new SepaInboxService(inbox, files, stored, random, clock);
    const days = new SettlementDays(new BankSettingsService(database));
    return new SepaRailService(config, database, outbox, reading, files, stored, days, random, clock);
  };
  return {
    rail: adapter({ url: house.environment.RAIL_URL, key: railKey }),
    unconfigured: adapter(undefined),
    database,
    behave: (account, behaviour) => house.behave(account, behaviours[behaviour] ?? 'silent'),
    verifyAs: house.verifyAs,
    timesReceived: (id) =>
      house.received.filter(
        (message) =>
          message.type === 'pacs.008.001.08' &&
          message.transfers.some(({ transactionId }) => transactionId === id),
      ).length,
    newAccount: newIban,
    async becomeDue() {
      await owner.rows(
        'UPDATE rail_outbox SET next_try_at = created_at WHERE next_try_at IS NOT NULL AND answered_at IS NULL',
      );
      await owner.rows(
        'UPDATE rail_inbox SET received_at = received_at - INTERVAL 1 HOUR WHERE handled_at IS NULL',
      );
    },
    async stop() {
      await database.close();
      await owner.end();
      await drop();
      await house.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
});
