import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { status } from '@bank/contracts/status';
import { Operation } from '../http/operation';
import { Public } from '../http/permission';
import { StatusService } from './status.service';

class Status extends createZodDto(status) {}

@ApiTags('Platform')
@Public()
@Controller('status')
export class StatusController {
  constructor(private readonly statusService: StatusService) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=2')
  @Header('Access-Control-Allow-Origin', '*')
  @Operation('The state of the bank’s parts, the incidents under way and those of the last 90 days', {
    description: 'In both languages, the same for everybody; other sites may ask for it.',
  })
  @ZodResponse({ status: 200, type: Status })
  read() {
    return this.statusService.read();
  }
}
