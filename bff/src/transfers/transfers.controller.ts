import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { moneyMoved } from '@bank/contracts/accounts';
import { transferRequest } from '@bank/contracts/transfers';
import { CurrentActor, type Actor } from '../common/actor';
import { CurrentCall, type Call } from '../common/call';
import { CurrentKeyedCall, type KeyedCall } from '../common/idempotency';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
import { TransfersService } from './transfers.service';

class MoneyMoved extends createZodDto(moneyMoved) {}
class TransferRequest extends createZodDto(transferRequest) {}

@ApiTags('Accounts')
@Controller('balance/transfer')
@Permission('account:own')
export class TransfersController {
  constructor(private readonly transfers: TransfersService) {}

  @Post()
  @Operation('Moves money to another customer of the bank', {
    errors: [
      'NOT_FOUND',
      'RECIPIENT_NOT_FOUND',
      'TRANSFER_TO_SELF',
      'TRANSFER_LIMIT_EXCEEDED',
      'LIMIT_OF_LEVEL',
      'INSUFFICIENT_FUNDS',
      'AMOUNT_OUT_OF_RANGE',
    ],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: MoneyMoved })
  send(
    @Body() request: TransferRequest,
    @CurrentActor() actor: Actor,
    @CurrentKeyedCall() keyed: KeyedCall,
    @CurrentCall() call: Call,
  ) {
    return this.transfers.send(actor, request, keyed, call);
  }
}
