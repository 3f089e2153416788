import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { customerFile, findQuery, foundList } from '@bank/contracts/finder';
import { idParameter } from '@bank/contracts/pagination';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { CustomerFileService } from './customer-file.service';
import { FinderService } from './finder.service';

class CustomerFile extends createZodDto(customerFile) {}
class FindQuery extends createZodDto(findQuery) {}
class FoundList extends createZodDto(foundList) {}
class IdParameter extends createZodDto(idParameter) {}

@ApiTags('Administration')
@Controller('admin')
export class StaffFinderController {
  constructor(
    private readonly finder: FinderService,
    private readonly files: CustomerFileService,
  ) {}

  @Get('find')
  @Permission('stats:read')
  @Operation(
    'People, payments, cards, cases and messages that begin with a text, as far as the caller may read them',
  )
  @ZodResponse({ status: 200, type: FoundList })
  find(@Query() { q }: FindQuery, @CurrentContext() { actor }: RequestContext) {
    return this.finder.find(actor, q);
  }

  @Get('users/:id/file')
  @Permission('users:manage')
  @Operation('What the bank has of one customer, as far as the caller may read it')
  @ZodResponse({ status: 200, type: CustomerFile })
  file(@Param() { id }: IdParameter, @CurrentContext() { actor }: RequestContext) {
    return this.files.read(actor, id);
  }
}
