import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { adminStats } from '@bank/contracts/admin';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { StatsService } from './stats.service';

class AdminStats extends createZodDto(adminStats) {}

@ApiTags('Administration')
@Controller('admin/stats')
@Permission('stats:read')
export class StatsController {
  constructor(private readonly stats: StatsService) {}

  @Get()
  @Operation('The figures of the whole bank')
  @ZodResponse({ status: 200, type: AdminStats })
  figures(@CurrentContext() { actor }: RequestContext) {
    return this.stats.figures(actor);
  }
}
