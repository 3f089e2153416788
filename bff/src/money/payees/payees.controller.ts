import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/payees';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { PayeesService } from './payees.service';
import { RecentPayeesService } from './recent-payees.service';

const PayeeResolved = createZodDto(contract.payeeResolved);
class PayeeVerified extends createZodDto(contract.payeeVerified) {}
class RecentPayeeList extends createZodDto(contract.recentPayeeList) {}
class ResolvePayeeRequest extends createZodDto(contract.resolvePayeeRequest) {}
class VerifyPayeeRequest extends createZodDto(contract.verifyPayeeRequest) {}

@ApiTags('Payees')
@Controller('payees')
@Permission('account:own')
export class PayeesController {
  constructor(
    private readonly payees: PayeesService,
    private readonly recents: RecentPayeesService,
  ) {}

  @Get('recent')
  @Operation('Whom the caller has sent euros to last, customers by first name and initial')
  @ZodResponse({ status: 200, type: RecentPayeeList })
  recent(@CurrentContext() { actor }: RequestContext) {
    return this.recents.of(actor.userId);
  }

  @Post('verify')
  @HttpCode(200)
  @Operation('Whether an account belongs to a name', {
    description:
      'Answered within a second, at most 20 times an hour. `name` is the holder’s, for a close match only.',
    errors: ['NOT_CONFIGURED', 'PAYEE_LIMIT_REACHED'],
  })
  @ZodResponse({ status: 200, type: PayeeVerified })
  verify(@CurrentContext() { actor }: RequestContext, @Body() request: VerifyPayeeRequest) {
    return this.payees.verify(actor.userId, request);
  }

  @Post('resolve')
  @HttpCode(200)
  @Operation('Finds who or what money can be sent to', {
    description:
      'By @username, e-mail, telephone, IBAN or client number, at most 30 times an hour. A customer may have switched ' +
      'off being found by e-mail or telephone. `unverified` is of one who never proved that these are theirs.',
    errors: ['NOT_FOUND', 'PAYEE_LIMIT_REACHED'],
  })
  @ZodResponse({ status: 200, type: PayeeResolved })
  resolve(@CurrentContext() { actor }: RequestContext, @Body() { to }: ResolvePayeeRequest) {
    return this.payees.resolve(actor.userId, to);
  }
}
