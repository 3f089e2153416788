import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { caseRelations } from '@bank/contracts/case-relations';
import { idParameter } from '@bank/contracts/pagination';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { CaseRelationsService } from './case-relations.service';

class CaseRelations extends createZodDto(caseRelations) {}
class IdParameter extends createZodDto(idParameter) {}

@ApiTags('Administration')
@Controller('admin/cases')
@Permission('cases:manage')
export class CaseRelationsController {
  constructor(private readonly relations: CaseRelationsService) {}

  @Get(':id/relations')
  @Operation(
    'People with the same document, payee or address as a case’s customer, and cases about the same things',
    {
      errors: ['OWN_CASE'],
    },
  )
  @ZodResponse({ status: 200, type: CaseRelations })
  of(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.relations.of(context, id);
  }
}
