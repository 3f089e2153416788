import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { transactionList, transactionListQuery } from '@bank/contracts/transactions';
import { CurrentActor, type Actor } from '../common/actor';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
import { TransactionsService } from './transactions.service';

class TransactionList extends createZodDto(transactionList) {}
class TransactionListQuery extends createZodDto(transactionListQuery) {}

@ApiTags('Transactions')
@Controller('user/transactions')
@Permission('account:own')
export class TransactionsController {
  constructor(private readonly transactions: TransactionsService) {}

  @Get()
  @Operation('The movements of the caller’s account, newest first')
  @ZodResponse({ status: 200, type: TransactionList })
  list(@CurrentActor() actor: Actor, @Query() query: TransactionListQuery) {
    return this.transactions.list(actor.userId, query);
  }
}
