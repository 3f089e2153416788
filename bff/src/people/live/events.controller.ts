import { eventData } from '@bank/contracts/events';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Operation } from '../../platform/http/operation';
import { Passive, Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { EventResponse } from './event-response';
import { EventStreams } from './event-streams.service';

@ApiTags('Events')
@Controller('events')
@Permission('events:own')
export class EventsController {
  constructor(private readonly streams: EventStreams) {}

  @Get()
  @Passive()
  @Operation('What happens to the caller’s account, as it happens', {
    description:
      'Server-sent events, read with fetch and the bearer header; `x-events` has the schema of each type’s data: ' +
      `${Object.keys(eventData)
        .map((type) => `\`${type}\``)
        .join(', ')}. ` +
      'Events are hints: the data is read by ordinary calls. A comment every 15 seconds keeps the stream open until ' +
      'the session ends.',
    produces: ['text/event-stream'],
    events: eventData,
  })
  open(@CurrentContext() { actor }: RequestContext, @Res() reply: FastifyReply): Promise<void> {
    return this.streams.open(actor, new EventResponse(reply));
  }
}
