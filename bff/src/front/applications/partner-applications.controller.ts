import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import * as contract from '@bank/contracts/partner-applications';
import { Operation } from '../../platform/http/operation';
import { ApplicationQueries } from './application-queries.service';
import { CurrentPartner, ForPartners } from './partner.guard';
import type { PartnerServer } from './secret-keys.service';

class ApplicationParameters extends createZodDto(contract.applicationParameters) {}
class ApplicationListQuery extends createZodDto(contract.applicationListQuery) {}
class PartnerApplication extends createZodDto(contract.partnerApplication) {}
class PartnerApplications extends createZodDto(contract.partnerApplications) {}

const description =
  'For partners’ servers, by a secret key of the scope `applications:read`: `sk_live_…` reads live applications, ' +
  '`sk_test_…` those of the test mode. Calls from browsers are refused. Each key has a limit of calls a minute, usually 120.';

@ApiTags('Partners')
@Controller('partner/applications')
@ForPartners('applications:read')
export class PartnerApplicationsController {
  constructor(private readonly applications: ApplicationQueries) {}

  @Get()
  @Operation('The partner’s applications, newest first, all or those of a reference', {
    description,
    errors: ['SCOPE_MISSING'],
  })
  @ZodResponse({ status: 200, type: PartnerApplications })
  list(@Query() query: ApplicationListQuery, @CurrentPartner() server: PartnerServer) {
    return this.applications.list(server, query);
  }

  @Get(':applicationId')
  @Operation('One application of the partner', { description, errors: ['SCOPE_MISSING'] })
  @ZodResponse({ status: 200, type: PartnerApplication })
  one(@Param() { applicationId }: ApplicationParameters, @CurrentPartner() server: PartnerServer) {
    return this.applications.one(server, applicationId);
  }
}
