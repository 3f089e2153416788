import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { TransferCommitsService } from './transfer-commits.service';
import { TransfersController } from './transfers.controller';
import { TransfersService } from './transfers.service';

@Module({
  imports: [AccountsModule],
  controllers: [TransfersController],
  providers: [TransferCommitsService, TransfersService],
  exports: [TransfersService],
})
export class TransfersModule {}
