import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import {
  adminTransaction,
  adminTransactionExportQuery,
  adminTransactionList,
  adminTransactionListQuery,
} from '@bank/contracts/admin-transactions';
import { idParameter } from '@bank/contracts/pagination';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { mediaTypes, sendExport } from '../../platform/exports/export-file';
import { MakesExport } from '../../platform/exports/export-turns.interceptor';
import { BankTransactionsService } from './bank-transactions.service';
import { TransactionExportService } from './transaction-export.service';

class AdminTransaction extends createZodDto(adminTransaction) {}
class AdminTransactionExportQuery extends createZodDto(adminTransactionExportQuery) {}
class AdminTransactionList extends createZodDto(adminTransactionList) {}
class AdminTransactionListQuery extends createZodDto(adminTransactionListQuery) {}
class IdParameter extends createZodDto(idParameter) {}

@ApiTags('Administration')
@Controller('admin/transactions')
@Permission('transactions:read')
export class BankTransactionsController {
  constructor(
    private readonly transactions: BankTransactionsService,
    private readonly exports: TransactionExportService,
  ) {}

  @Get()
  @Operation('The movements of all customers, newest first', {
    description:
      'With `user_id`, of one customer. Otherwise `search` is a reference or its first six characters at least, the account of a recipient, or the e-mail of a customer.',
  })
  @ZodResponse({ status: 200, type: AdminTransactionList })
  list(@Query() query: AdminTransactionListQuery) {
    return this.transactions.list(query);
  }

  @Get('export')
  @MakesExport()
  @Operation('The movements that the filters leave, as a file', {
    description: 'Newest first, in the language of `Accept-Language`, at most 100 000 rows.',
    errors: ['EXPORT_TOO_LARGE'],
    produces: [mediaTypes.csv],
  })
  async export(
    @CurrentContext() context: RequestContext,
    @Query() query: AdminTransactionExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendExport(reply, await this.exports.bankFile(context, query));
  }

  @Get(':id')
  @Operation('One movement of any customer')
  @ZodResponse({ status: 200, type: AdminTransaction })
  one(@Param() { id }: IdParameter) {
    return this.transactions.one(id);
  }
}
