import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { jobRunList, jobRunListQuery } from '@bank/contracts/jobs';
import { Operation } from '../http/operation';
import { Permission } from '../http/permission';
import { JobRunsService } from './job-runs.service';

class JobRunList extends createZodDto(jobRunList) {}
class JobRunListQuery extends createZodDto(jobRunListQuery) {}

@ApiTags('Administration')
@Controller('admin/jobs')
@Permission('logs:read')
export class JobsController {
  constructor(private readonly runs: JobRunsService) {}

  @Get()
  @Operation('What the bank did by itself, newest first')
  @ZodResponse({ status: 200, type: JobRunList })
  list(@Query() query: JobRunListQuery) {
    return this.runs.list(query);
  }
}
