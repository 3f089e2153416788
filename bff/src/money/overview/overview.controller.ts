import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { overview } from '@bank/contracts/overview';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { OverviewService } from './overview.service';

class Overview extends createZodDto(overview) {}

@ApiTags('Accounts')
@Controller('overview')
@Permission('account:own')
export class OverviewController {
  constructor(private readonly overviews: OverviewService) {}

  @Get()
  @Operation('The figures and the recent activity of the caller’s overview', { errors: ['NOT_FOUND'] })
  @ZodResponse({ status: 200, type: Overview })
  overview(@CurrentContext() context: RequestContext) {
    return this.overviews.of(context.actor.userId);
  }
}
