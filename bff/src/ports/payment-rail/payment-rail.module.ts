import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module';
import { PaymentRail } from './payment-rail';
import { SepaInboxService } from './sepa-inbox.service';
import { SepaMessagesService } from './sepa-messages.service';
import { SepaRailService } from './sepa-rail.service';

@Module({
  imports: [MessagesModule],
  providers: [SepaInboxService, SepaMessagesService, { provide: PaymentRail, useClass: SepaRailService }],
  exports: [MessagesModule, PaymentRail, SepaInboxService],
})
export class PaymentRailModule {}
