import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountEntity } from './account.entity';
import { HoldsService } from './holds.service';
import { LedgerMetricsService } from './ledger-metrics.service';
import { LedgerWatchService } from './ledger-watch.service';
import { LedgerService } from './ledger.service';
import { MoneyBack } from './money-back.service';
import { MovementSeriesService } from './movement-series.service';
import { MovementTotalsService } from './movement-totals.service';
import { SnapshotsService } from './snapshots.service';

/** Global and without a controller: other services decide whose money may move. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AccountEntity])],
  providers: [
    HoldsService,
    LedgerMetricsService,
    LedgerService,
    LedgerWatchService,
    MoneyBack,
    MovementSeriesService,
    MovementTotalsService,
    SnapshotsService,
  ],
  exports: [
    HoldsService,
    LedgerService,
    LedgerWatchService,
    MoneyBack,
    MovementSeriesService,
    MovementTotalsService,
    SnapshotsService,
  ],
})
export class LedgerModule {}
