import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { health, readiness } from '@bank/contracts/health';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { Operation } from '../http/operation';
import { Public } from '../http/permission';
import { Unthrottled } from '../http/throttle';
import { HealthService } from './health.service';

class Health extends createZodDto(health) {}
class Readiness extends createZodDto(readiness) {}

@ApiTags('Platform')
@Public()
@Unthrottled()
@Controller('health')
export class HealthController {
  constructor(private readonly healthService: HealthService) {}

  @Get('live')
  @Operation('Whether the process lives')
  @ZodResponse({ status: 200, type: Health })
  live() {
    return this.healthService.live();
  }

  @Get('ready')
  @Operation(
    'Whether the server can serve: database reachable, migrations applied, ledger sound, sanctions list read',
    {
      description:
        '`jobs.failing` names the jobs whose last run on this server failed; it serves all the same.',
    },
  )
  @ZodResponse({ status: 200, type: Readiness })
  ready() {
    return this.healthService.ready();
  }
}
