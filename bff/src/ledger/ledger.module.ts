import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Idempotency } from '../common/idempotency';
import { AccountEntity } from './account.entity';
import { HoldsService } from './holds.service';
import { LedgerWatchService } from './ledger-watch.service';
import { LedgerService } from './ledger.service';
import { MovementTotalsService } from './movement-totals.service';
import { ReversalsService } from './reversals.service';
import { SnapshotsService } from './snapshots.service';

/** No controller: the ledger is asked by the services that know whose money may move. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AccountEntity])],
  providers: [
    HoldsService,
    Idempotency,
    LedgerService,
    LedgerWatchService,
    MovementTotalsService,
    ReversalsService,
    SnapshotsService,
  ],
  exports: [
    HoldsService,
    Idempotency,
    LedgerService,
    LedgerWatchService,
    MovementTotalsService,
    ReversalsService,
    SnapshotsService,
  ],
})
export class LedgerModule {}
