import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { createZodDto } from 'nestjs-zod';
import { remoteReports } from '@bank/contracts/releases';
import { Operation } from '../../platform/http/operation';
import { Public } from '../../platform/http/permission';
import { Config } from '../../platform/config/config';
import { RemoteReportsService } from './remote-reports.service';
import { senderOf, visitOf } from './visit';

class RemoteReports extends createZodDto(remoteReports) {}

@ApiTags('Releases')
@Controller('remotes/reports')
@Public()
export class RemoteReportsController {
  constructor(
    private readonly reports: RemoteReportsService,
    private readonly config: Config,
  ) {}

  @Post()
  @HttpCode(204)
  @Operation('Counts what a shell saw of its remotes: shown, not loaded, refused, thrown. Nothing personal', {
    description: 'A visitor counts once for each release, whatever the numbers say. Limited by address.',
  })
  async take(@Body() { reports }: RemoteReports, @Req() request: FastifyRequest): Promise<void> {
    const { visitor } = visitOf(request, this.config);
    await this.reports.take(reports, visitor, senderOf(request));
  }
}
