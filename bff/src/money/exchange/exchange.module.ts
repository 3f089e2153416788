import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { RatesModule } from '../rates/rates.module';
import { ExchangeStateController } from './exchange-state.controller';
import { ExchangeStateService } from './exchange-state.service';
import { ExchangesController } from './exchanges.controller';
import { ExchangesService } from './exchanges.service';
import { QuotesService } from './quotes.service';

@Module({
  imports: [AccountsModule, RatesModule],
  controllers: [ExchangesController, ExchangeStateController],
  providers: [ExchangeStateService, ExchangesService, QuotesService],
  exports: [ExchangesService],
})
export class ExchangeModule {}
