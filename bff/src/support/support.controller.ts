import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { contactRequest, ticketCreated } from '@bank/contracts/support';
import { CurrentCall, type Call } from '../common/call';
import { CurrentKeyedCall, type KeyedCall } from '../common/idempotency';
import { Operation } from '../common/operation';
import { Public } from '../common/permission';
import { SupportService } from './support.service';

class ContactRequest extends createZodDto(contactRequest) {}
class TicketCreated extends createZodDto(ticketCreated) {}

@ApiTags('Support')
@Controller('contact')
export class SupportController {
  constructor(private readonly support: SupportService) {}

  @Post()
  @Public()
  @Operation('Writes to support', { idempotent: true })
  @ZodResponse({ status: 201, type: TicketCreated })
  contact(@Body() request: ContactRequest, @CurrentKeyedCall() keyed: KeyedCall, @CurrentCall() call: Call) {
    return this.support.contact(request, keyed, call);
  }
}
