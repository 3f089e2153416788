import { Module } from '@nestjs/common';
import { TransactionsModule } from '../transactions/transactions.module';
import { OverviewController } from './overview.controller';
import { OverviewService } from './overview.service';

@Module({ imports: [TransactionsModule], controllers: [OverviewController], providers: [OverviewService] })
export class OverviewModule {}
