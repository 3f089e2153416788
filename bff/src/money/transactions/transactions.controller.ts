import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import { transactionDetail } from '@bank/contracts/transaction-details';
import {
  transaction,
  transactionExportQuery,
  transactionList,
  transactionListQuery,
} from '@bank/contracts/transactions';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { mediaTypes, sendExport } from '../../platform/exports/export-file';
import { MakesExport } from '../../platform/exports/export-turns.interceptor';
import { TransactionDetailsService } from './transaction-details.service';
import { TransactionExportService } from './transaction-export.service';
import { TransactionsService } from './transactions.service';

class IdParameter extends createZodDto(idParameter) {}
class Transaction extends createZodDto(transaction) {}
class TransactionDetail extends createZodDto(transactionDetail) {}
class TransactionExportQuery extends createZodDto(transactionExportQuery) {}
class TransactionList extends createZodDto(transactionList) {}
class TransactionListQuery extends createZodDto(transactionListQuery) {}

@ApiTags('Transactions')
@Controller('user/transactions')
@Permission('account:own')
export class TransactionsController {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly details: TransactionDetailsService,
    private readonly exports: TransactionExportService,
  ) {}

  @Get()
  @Operation('The movements of the caller’s account, newest first', {
    description:
      '`search` is a text anywhere in a movement, an amount (`61,78`) or a day (`hier`, `5 nov`). A text and a range of ' +
      'amounts are looked for in the newest 20 000 movements of the period, an amount, a day and a reference in all.',
  })
  @ZodResponse({ status: 200, type: TransactionList })
  list(@CurrentContext() context: RequestContext, @Query() query: TransactionListQuery) {
    return this.transactions.list(context.actor.userId, query);
  }

  @Get('export')
  @MakesExport()
  @Operation('The movements that the filters leave, as a file', {
    description:
      'Newest first, in the language of `Accept-Language`. A CSV file has at most 100 000 rows, a PDF file 2 000.',
    errors: ['EXPORT_TOO_LARGE'],
    produces: Object.values(mediaTypes),
  })
  async export(
    @CurrentContext() { actor, language }: RequestContext,
    @Query() query: TransactionExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendExport(reply, await this.exports.file(actor.userId, query, language));
  }

  @Get(':id')
  @Operation('One movement of one of the caller’s accounts')
  @ZodResponse({ status: 200, type: Transaction })
  one(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.transactions.one(context.actor.userId, id);
  }

  @Get(':id/details')
  @Operation('Where a card paid, and who is on the other side of a transfer between customers')
  @ZodResponse({ status: 200, type: TransactionDetail })
  detail(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.details.of(context.actor.userId, id);
  }
}
