import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/remote-errors';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { ErrorGroups } from './error-groups.service';

class ErrorListQuery extends createZodDto(contract.errorListQuery) {}
class ErrorParameter extends createZodDto(contract.errorParameter) {}
class RemoteErrorGroups extends createZodDto(contract.errorGroupList) {}
class RemoteErrorGroup extends createZodDto(contract.errorGroup) {}
class RemoteError extends createZodDto(contract.errorDetails) {}

@ApiTags('Administration')
@Controller('admin/remote_errors')
@Permission('releases:manage')
export class AdminRemoteErrorsController {
  constructor(private readonly groups: ErrorGroups) {}

  @Get()
  @Operation(
    'The errors that browsers reported of remotes and shells, one group for each fault, the last seen first',
  )
  @ZodResponse({ status: 200, type: RemoteErrorGroups })
  list(@Query() query: ErrorListQuery) {
    return this.groups.list(query);
  }

  @Get(':id')
  @Operation('One error with its stacks, in the names and lines of the sources')
  @ZodResponse({ status: 200, type: RemoteError })
  one(@Param() { id }: ErrorParameter) {
    return this.groups.one(id);
  }

  @Post(':id/resolve')
  @Operation('Marks an error as resolved, until a later release has it again')
  @ZodResponse({ status: 200, type: RemoteErrorGroup })
  resolve(@Param() { id }: ErrorParameter, @CurrentContext() context: RequestContext) {
    return this.groups.mark(id, true, context);
  }

  @Post(':id/reopen')
  @Operation('Marks a resolved error as open')
  @ZodResponse({ status: 200, type: RemoteErrorGroup })
  reopen(@Param() { id }: ErrorParameter, @CurrentContext() context: RequestContext) {
    return this.groups.mark(id, false, context);
  }
}
