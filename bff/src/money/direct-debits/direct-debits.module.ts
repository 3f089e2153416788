import { Module } from '@nestjs/common';
import { PaymentRailModule } from '../../ports/payment-rail/payment-rail.module';
import { CollectionClearingService } from './collection-clearing.service';
import { DebitJudgeService } from './debit-judge.service';
import { DebitOutcomesService } from './debit-outcomes.service';
import { DirectDebitSettingsController } from './direct-debit-settings.controller';
import { DirectDebitSettingsService } from './direct-debit-settings.service';
import { DirectDebitStateController } from './direct-debit-state.controller';
import { DirectDebitStateService } from './direct-debit-state.service';
import { DirectDebitsController } from './direct-debits.controller';
import { DirectDebitsService } from './direct-debits.service';
import { DueDebitsService } from './due-debits.service';
import { HeldDebitsService } from './held-debits.service';
import { IncomingCollectionsService } from './incoming-collections.service';
import { MandatesController } from './mandates.controller';
import { MandatesService } from './mandates.service';
import { PayersService } from './payers.service';

@Module({
  imports: [PaymentRailModule],
  controllers: [
    DirectDebitsController,
    DirectDebitSettingsController,
    DirectDebitStateController,
    MandatesController,
  ],
  providers: [
    CollectionClearingService,
    DebitJudgeService,
    DebitOutcomesService,
    DirectDebitSettingsService,
    DirectDebitStateService,
    DirectDebitsService,
    DueDebitsService,
    HeldDebitsService,
    IncomingCollectionsService,
    MandatesService,
    PayersService,
  ],
  exports: [CollectionClearingService, DirectDebitsService],
})
export class DirectDebitsModule {}
