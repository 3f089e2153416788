import { Module } from '@nestjs/common';
import { TransactionsModule } from '../transactions/transactions.module';
import { StatsController } from './stats.controller';
import { StatsService } from './stats.service';

@Module({ imports: [TransactionsModule], controllers: [StatsController], providers: [StatsService] })
export class StatsModule {}
