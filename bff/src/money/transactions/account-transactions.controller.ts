import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import { transactionList, transactionListQuery } from '@bank/contracts/transactions';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { OwnAccountsService } from '../accounts/own-accounts.service';
import { TransactionsService } from './transactions.service';

class IdParameter extends createZodDto(idParameter) {}
class TransactionList extends createZodDto(transactionList) {}
class TransactionListQuery extends createZodDto(transactionListQuery) {}

@ApiTags('Accounts')
@Controller('accounts/:id/transactions')
@Permission('account:own')
export class AccountTransactionsController {
  constructor(
    private readonly accounts: OwnAccountsService,
    private readonly transactions: TransactionsService,
  ) {}

  @Get()
  @Operation('The movements of one of the caller’s accounts, newest first')
  @ZodResponse({ status: 200, type: TransactionList })
  async list(
    @CurrentContext() { actor }: RequestContext,
    @Param() { id }: IdParameter,
    @Query() query: TransactionListQuery,
  ) {
    const account = await this.accounts.one(actor.userId, id);
    return this.transactions.listOf([account.id], query);
  }
}
