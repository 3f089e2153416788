import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { PayeesModule } from '../payees/payees.module';
import { ReceiptsModule } from '../receipts/receipts.module';
import { RulesModule } from '../../people/rules/rules.module';
import { TransferApproval } from './transfer-approval.service';
import { TransferCommitsService } from './transfer-commits.service';
import { TransferRules } from './transfer-rules.service';
import { TransfersController } from './transfers.controller';
import { TransfersService } from './transfers.service';

@Module({
  imports: [AccountsModule, PayeesModule, ReceiptsModule, RulesModule],
  controllers: [TransfersController],
  providers: [TransferApproval, TransferCommitsService, TransferRules, TransfersService],
  exports: [TransfersService],
})
export class TransfersModule {}
