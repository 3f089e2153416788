import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Idempotency } from '../common/idempotency';
import { AccountEntity } from './account.entity';
import { LedgerService } from './ledger.service';

/** No controller: the ledger is asked by the services that know whose money may move. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AccountEntity])],
  providers: [Idempotency, LedgerService],
  exports: [Idempotency, LedgerService],
})
export class LedgerModule {}
