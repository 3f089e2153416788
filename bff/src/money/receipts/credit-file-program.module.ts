import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { BankSettingsService } from '../../platform/bank-settings/bank-settings.service';
import { Config } from '../../platform/config/config';
import { ConfigModule } from '../../platform/config/config.module';
import { databaseOptions } from '../../platform/database/connection-options';
import { Database } from '../../platform/database/database';
import { DocumentStorageService } from '../../platform/documents/document-storage.service';
import { FileKeys } from '../../platform/documents/file-keys.service';
import { EventsService } from '../../platform/events/events.service';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { InboxService } from '../../ports/messages/inbox.service';
import { OutboxService } from '../../ports/messages/outbox.service';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { SepaFilesService } from '../../ports/payment-rail/sepa-files.service';
import { SepaInboxService } from '../../ports/payment-rail/sepa-inbox.service';
import { SepaMessagesService } from '../../ports/payment-rail/sepa-messages.service';
import { SepaRailService } from '../../ports/payment-rail/sepa-rail.service';
import { SettlementDays } from '../../ports/payment-rail/settlement-days.service';
import { LedgerService } from '../ledger/ledger.service';
import { CreditFileBooking } from './credit-file-booking.service';
import { CreditFileReader } from './credit-file-reader.service';
import { IncomingCreditsService } from './incoming-credits.service';
import { ReceiptsService } from './receipts.service';

/** Two for the slices that are booked, the others for files that are read meanwhile. */
const connections = 4;
/** The providers for the thread of `CreditFileThread`, with its own connections. */
@Module({
  imports: [ConfigModule],
  providers: [
    {
      provide: Database,
      inject: [Config],
      useFactory: async (config: Config) => {
        const options = await databaseOptions({ ...config, databaseConnections: connections });
        return Database.over(await new DataSource(options).initialize(), config.databasePackets);
      },
    },
    AuditService,
    Clock,
    DocumentStorageService,
    EventsService,
    FileKeys,
    IncidentsService,
    RandomSource,
    NotificationsService,
    InboxService,
    OutboxService,
    SepaFilesService,
    SepaInboxService,
    SepaMessagesService,
    BankSettingsService,
    SettlementDays,
    { provide: PaymentRail, useClass: SepaRailService },
    CreditFileBooking,
    CreditFileReader,
    IncomingCreditsService,
    LedgerService,
    ReceiptsService,
  ],
})
export class CreditFileProgramModule {}
