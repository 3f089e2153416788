import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module';
import { CardStatusService } from './card-status.service';
import { CardWritesService } from './card-writes.service';
import { CardEntity } from './card.entity';
import { CardsController } from './cards.controller';
import { CardsService } from './cards.service';

@Module({
  imports: [AccountsModule, TypeOrmModule.forFeature([CardEntity])],
  controllers: [CardsController],
  providers: [CardStatusService, CardWritesService, CardsService],
  exports: [CardsService],
})
export class CardsModule {}
