import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { moneyMoved } from '@bank/contracts/accounts';
import { transferRequest } from '@bank/contracts/transfers';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { TransferApproval } from './transfer-approval.service';
import { TransfersService } from './transfers.service';

class MoneyMoved extends createZodDto(moneyMoved) {}
class TransferRequest extends createZodDto(transferRequest) {}

@ApiTags('Accounts')
@Controller('balance/transfer')
@Permission('account:own')
export class TransfersController {
  constructor(private readonly transfers: TransfersService) {}

  @Post()
  @NeedsApproval(TransferApproval)
  @Operation('Moves money to another customer of the bank', {
    description:
      'From whom has enrolled a passkey or an authenticator application it needs an approval above 30 euros, or 100 together since the last one.',
    errors: [
      'NOT_FOUND',
      'RECIPIENT_NOT_FOUND',
      'TRANSFER_TO_SELF',
      'TRANSFER_LIMIT_EXCEEDED',
      'LIMIT_OF_LEVEL',
      'INSUFFICIENT_FUNDS',
      'AMOUNT_OUT_OF_RANGE',
      'HELD_FOR_REVIEW',
      'BLOCKED_BY_RULE',
    ],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: MoneyMoved })
  send(@CurrentContext() context: RequestContext, @Body() request: TransferRequest) {
    return this.transfers.send(context, request);
  }
}
