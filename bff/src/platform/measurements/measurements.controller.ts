import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { measurements, measurementsQuery } from '@bank/contracts/measurements';
import { Operation } from '../http/operation';
import { Permission } from '../http/permission';
import { MeasurementsService } from './measurements.service';

class Measurements extends createZodDto(measurements) {}
class MeasurementsQuery extends createZodDto(measurementsQuery) {}

@ApiTags('Administration')
@Controller('admin/measurements')
@Permission('logs:read')
export class MeasurementsController {
  constructor(private readonly service: MeasurementsService) {}

  @Get()
  @Operation('What the servers measured of themselves, oldest first')
  @ZodResponse({ status: 200, type: Measurements })
  read(@Query() query: MeasurementsQuery) {
    return this.service.read(query);
  }
}
