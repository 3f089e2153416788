import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module';
import { Config } from '../../platform/config/config';
import { CardPinApproval } from './card-pin-approval.service';
import { CardRevealApproval } from './card-reveal-approval.service';
import { CardHolderService } from './card-holder.service';
import { CardKeys } from './card-keys';
import { CardSecretsService } from './card-secrets.service';
import { CardStatusService } from './card-status.service';
import { CardWritesService } from './card-writes.service';
import { CardEntity } from './card.entity';
import { CardsController } from './cards.controller';
import { CardsService } from './cards.service';

@Module({
  imports: [AccountsModule, TypeOrmModule.forFeature([CardEntity])],
  controllers: [CardsController],
  providers: [
    CardHolderService,
    CardPinApproval,
    CardRevealApproval,
    CardSecretsService,
    CardStatusService,
    CardWritesService,
    CardsService,
    {
      provide: CardKeys,
      useFactory: ({ encryptionKeys }: Config) => new CardKeys(encryptionKeys),
      inject: [Config],
    },
  ],
  exports: [CardKeys, CardStatusService, CardsService],
})
export class CardsModule {}
