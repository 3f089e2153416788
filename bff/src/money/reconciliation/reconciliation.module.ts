import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { CardNetworkModule } from '../../ports/card-network/card-network.module';
import { PaymentRailModule } from '../../ports/payment-rail/payment-rail.module';
import { DifferencesService } from './differences.service';
import { RailWatchService } from './rail-watch.service';
import { ReconciliationListService } from './reconciliation-list.service';
import { ReconciliationRunsService } from './reconciliation-runs.service';
import { ReconciliationController } from './reconciliation.controller';
import { StatementBalancesService } from './statement-balances.service';
import { StatementComparisonService } from './statement-comparison.service';
import { StatementIntakeService } from './statement-intake.service';
import { StatementPeriod } from './statement-period.service';

@Module({
  imports: [CardNetworkModule, DocumentsModule, PaymentRailModule],
  controllers: [ReconciliationController],
  providers: [
    DifferencesService,
    RailWatchService,
    ReconciliationListService,
    ReconciliationRunsService,
    StatementBalancesService,
    StatementComparisonService,
    StatementIntakeService,
    StatementPeriod,
  ],
  exports: [CardNetworkModule, PaymentRailModule, RailWatchService],
})
export class ReconciliationModule {}
