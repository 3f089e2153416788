import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module';
import { CardInboxService } from './card-inbox.service';
import { CardNetwork } from './card-network';
import { SignedCardNetworkService } from './signed-card-network.service';
import { UnansweredRequests } from './unanswered-requests.service';

@Module({
  imports: [MessagesModule],
  providers: [
    CardInboxService,
    { provide: CardNetwork, useClass: SignedCardNetworkService },
    UnansweredRequests,
  ],
  exports: [CardNetwork, UnansweredRequests],
})
export class CardNetworkModule {}
