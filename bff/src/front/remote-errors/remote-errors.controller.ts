import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { createZodDto } from 'nestjs-zod';
import { remoteErrorReports } from '@bank/contracts/remote-errors';
import { Operation } from '../../platform/http/operation';
import { Public } from '../../platform/http/permission';
import { senderOf } from '../releases/visit';
import { RemoteErrorsService } from './remote-errors.service';

class RemoteErrorReports extends createZodDto(remoteErrorReports) {}

@ApiTags('Releases')
@Controller('remotes/errors')
@Public()
export class RemoteErrorsController {
  constructor(private readonly errors: RemoteErrorsService) {}

  @Post()
  @HttpCode(204)
  @Operation('Counts errors that remotes and shells threw in a browser, by release. Nothing personal', {
    description:
      'Of messages is kept what is left without e-mail addresses, account numbers, quoted texts and numbers, of stacks the ' +
      'calls in scripts of the bank. Limited by address.',
  })
  async take(@Body() { errors }: RemoteErrorReports, @Req() request: FastifyRequest): Promise<void> {
    await this.errors.take(errors, senderOf(request));
  }
}
