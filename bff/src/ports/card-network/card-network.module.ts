import { Module } from '@nestjs/common';
import { CardNetwork } from './card-network';
import { SignedCardNetworkService } from './signed-card-network.service';

@Module({
  providers: [{ provide: CardNetwork, useClass: SignedCardNetworkService }],
  exports: [CardNetwork],
})
export class CardNetworkModule {}
