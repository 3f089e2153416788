import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { MessagesModule } from '../messages/messages.module';
import { PaymentRail } from './payment-rail';
import { SepaFilesService } from './sepa-files.service';
import { SepaInboxService } from './sepa-inbox.service';
import { SepaMessagesService } from './sepa-messages.service';
import { SepaRailService } from './sepa-rail.service';

@Module({
  imports: [DocumentsModule, MessagesModule],
  providers: [
    SepaFilesService,
    SepaInboxService,
    SepaMessagesService,
    { provide: PaymentRail, useClass: SepaRailService },
  ],
  exports: [MessagesModule, PaymentRail, SepaFilesService, SepaInboxService],
})
export class PaymentRailModule {}
