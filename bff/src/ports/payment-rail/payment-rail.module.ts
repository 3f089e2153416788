import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { MessagesModule } from '../messages/messages.module';
import { PaymentRail } from './payment-rail';
import { SepaFilesService } from './sepa-files.service';
import { SepaInboxService } from './sepa-inbox.service';
import { SepaMessagesService } from './sepa-messages.service';
import { SepaRailService } from './sepa-rail.service';
import { SettlementDays } from './settlement-days.service';

@Module({
  imports: [DocumentsModule, MessagesModule],
  providers: [
    SepaFilesService,
    SepaInboxService,
    SepaMessagesService,
    SettlementDays,
    { provide: PaymentRail, useClass: SepaRailService },
  ],
  exports: [MessagesModule, PaymentRail, SepaFilesService, SepaInboxService, SettlementDays],
})
export class PaymentRailModule {}
