import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { closing, closingOutlook, closingRequest } from '@bank/contracts/closings';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { ClosingApproval } from './closing-approval.service';
import { ClosingsService } from './closings.service';

class Closing extends createZodDto(closing) {}
class ClosingOutlook extends createZodDto(closingOutlook) {}
class ClosingRequest extends createZodDto(closingRequest) {}

@ApiTags('Settings')
@Controller('settings/closing')
@Permission('settings:own')
export class ClosingsController {
  constructor(private readonly closings: ClosingsService) {}

  @Get()
  @Operation('What closing the caller’s relation would do, what speaks against it, and how far it is')
  @ZodResponse({ status: 200, type: ClosingOutlook })
  outlook(@CurrentContext() context: RequestContext) {
    return this.closings.outlook(context);
  }

  @Post()
  @NeedsApproval(ClosingApproval)
  @Operation(
    'Closes the caller’s relation: at once without a balance, otherwise once the balance was paid out',
    {
      description:
        'The balance goes to an account of the caller’s at another bank. A payment that is refused, returned or cancelled ' +
        'brings the relation back.',
      errors: ['CLOSING_BLOCKED', 'CLOSING_UNDER_WAY', 'RECIPIENT_IN_THIS_BANK', 'COUNTRY_NOT_SERVED'],
      idempotent: true,
    },
  )
  @ZodResponse({ status: 201, type: Closing })
  request(@CurrentContext() context: RequestContext, @Body() request: ClosingRequest) {
    return this.closings.request(context, request);
  }
}
