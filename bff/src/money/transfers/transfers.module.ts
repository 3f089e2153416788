import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { PayeesModule } from '../payees/payees.module';
import { TransferApproval } from './transfer-approval.service';
import { TransferCommitsService } from './transfer-commits.service';
import { TransfersController } from './transfers.controller';
import { TransfersService } from './transfers.service';

@Module({
  imports: [AccountsModule, PayeesModule],
  controllers: [TransfersController],
  providers: [TransferApproval, TransferCommitsService, TransfersService],
  exports: [TransfersService],
})
export class TransfersModule {}
