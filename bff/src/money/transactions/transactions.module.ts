import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { ExportsModule } from '../../platform/exports/exports.module';
import { AccountTransactionsController } from './account-transactions.controller';
import { BankTransactionsController } from './bank-transactions.controller';
import { BankTransactionsService } from './bank-transactions.service';
import { TransactionDetailsService } from './transaction-details.service';
import { TransactionExportService } from './transaction-export.service';
import { TransactionsController } from './transactions.controller';
import { TransactionsService } from './transactions.service';

@Module({
  imports: [AccountsModule, ExportsModule],
  controllers: [TransactionsController, AccountTransactionsController, BankTransactionsController],
  providers: [
    TransactionsService,
    BankTransactionsService,
    TransactionDetailsService,
    TransactionExportService,
  ],
  exports: [TransactionsService, BankTransactionsService],
})
export class TransactionsModule {}
