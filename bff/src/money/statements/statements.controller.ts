import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import { ribQuery, statementMonths, statementParameters, statementQuery } from '@bank/contracts/statements';
import { sendDocument } from '../../platform/documents/send-document';
import { MakesExport } from '../../platform/exports/export-turns.interceptor';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { statementMediaTypes, StatementsService } from './statements.service';

class IdParameter extends createZodDto(idParameter) {}
class RibQuery extends createZodDto(ribQuery) {}
class StatementMonths extends createZodDto(statementMonths) {}
class StatementParameters extends createZodDto(statementParameters) {}
class StatementQuery extends createZodDto(statementQuery) {}

@ApiTags('Accounts')
@Controller('accounts/:id')
@Permission('account:own')
export class StatementsController {
  constructor(private readonly statements: StatementsService) {}

  @Get('rib')
  @MakesExport()
  @Operation('The bank details (RIB) of one of the caller’s accounts, as a PDF file', {
    description: 'In the language of `lang`, or else of `Accept-Language`.',
    errors: ['ACCOUNT_MISSING'],
    produces: ['application/pdf'],
  })
  async rib(
    @CurrentContext() { actor, language }: RequestContext,
    @Param() { id }: IdParameter,
    @Query() { lang }: RibQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { head, content } = await this.statements.rib(actor.userId, id, lang ?? language);
    await sendDocument(reply, head, content);
  }

  @Get('statements')
  @Operation('The finished months of one of the caller’s accounts, newest first')
  @ZodResponse({ status: 200, type: StatementMonths })
  months(@CurrentContext() { actor }: RequestContext, @Param() { id }: IdParameter) {
    return this.statements.months(actor.userId, id);
  }

  @Get('statements/:month')
  @MakesExport()
  @Operation('The statement of a finished month, which never changes', {
    description:
      'In the language of `lang`, or else of `Accept-Language`; camt053 is ISO 20022 camt.053.001.08. A PDF file has at ' +
      'most 5 000 movements.',
    errors: ['STATEMENT_TOO_LONG'],
    produces: statementMediaTypes,
  })
  async statement(
    @CurrentContext() { actor, language }: RequestContext,
    @Param() parameters: StatementParameters,
    @Query() { format, lang }: StatementQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { head, content } = await this.statements.file(actor.userId, parameters, format, lang ?? language);
    await sendDocument(reply, head, content);
  }
}
