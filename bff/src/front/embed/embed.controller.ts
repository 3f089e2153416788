import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { embedErrorRequest } from '@bank/contracts/embed-errors';
import { applicationState } from '@bank/contracts/partner-applications';
import {
  embedOpenRequest,
  embedSignup,
  embedSignupRequest,
  embedStatusRequest,
} from '@bank/contracts/partners';
import { Operation } from '../../platform/http/operation';
import { Public } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { ApplicationQueries } from '../applications/application-queries.service';
import { EmbedAdmission } from './embed-admission.service';
import { EmbedSignUpService } from './embed-sign-up.service';
import { FrameReports } from './frame-reports.service';
import { PartnerDaysService } from './partner-days.service';
import { TestSignUpService } from './test-sign-up.service';

class ApplicationState extends createZodDto(applicationState) {}
class EmbedErrorRequest extends createZodDto(embedErrorRequest) {}
class EmbedOpenRequest extends createZodDto(embedOpenRequest) {}
class EmbedSignup extends createZodDto(embedSignup) {}
class EmbedSignupRequest extends createZodDto(embedSignupRequest) {}
class EmbedStatusRequest extends createZodDto(embedStatusRequest) {}

const description =
  'For the bank’s own frames on partners’ pages, at their origin: a call whose `Origin` is not theirs is refused, and one ' +
  'whose `token` is not that of the frame’s document, or was used before. Limited by address within the key.';

@ApiTags('Widgets')
@Controller('embed')
@Public()
export class EmbedController {
  constructor(
    private readonly admission: EmbedAdmission,
    private readonly days: PartnerDaysService,
    private readonly signUps: EmbedSignUpService,
    private readonly tests: TestSignUpService,
    private readonly applications: ApplicationQueries,
    private readonly reports: FrameReports,
  ) {}

  @Post('opens')
  @HttpCode(204)
  @Operation('Counts that a person opened a widget', {
    description,
    errors: ['FORBIDDEN', 'FRAME_TOKEN_INVALID', 'PARTNER_UNKNOWN'],
  })
  async open(@Body() body: EmbedOpenRequest, @Req() request: FastifyRequest): Promise<void> {
    const { partner, load } = await this.admission.admit(request, 'open', body);
    await this.days.opened(partner, body.widget, load);
    if (body.release) await this.reports.shown(request, body.release);
  }

  @Post('errors')
  @HttpCode(204)
  @Operation('Counts errors of a widget, by release. Nothing personal', {
    description: `${description} What is kept of messages and stacks is that of \`POST /remotes/errors\`.`,
    errors: ['FORBIDDEN', 'FRAME_TOKEN_INVALID', 'PARTNER_UNKNOWN'],
  })
  async failed(@Body() body: EmbedErrorRequest, @Req() request: FastifyRequest): Promise<void> {
    await this.admission.admit(request, 'error', body);
    await this.reports.failed(request, body);
  }

  @Post('signup')
  @Operation('Takes an application from a partner’s page, and answers where the person goes on', {
    description: `${description} The answer does not tell whether the e-mail is a customer’s. In the test mode nothing comes into being, and the e-mail chooses the outcome.`,
    errors: [
      'FORBIDDEN',
      'FRAME_TOKEN_INVALID',
      'PARTNER_UNKNOWN',
      'CONTINUE_CODE_INVALID',
      'ADDRESS_LIMIT_REACHED',
    ],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: EmbedSignup })
  async signUp(
    @Body() { partner: key, token, reference, ...person }: EmbedSignupRequest,
    @Req() request: FastifyRequest,
    @CurrentContext() context: RequestContext,
  ) {
    const from = await this.admission.admit(request, 'signup', { partner: key, token, widget: 'signup' });
    const application = { ...from, reference: reference ?? null };
    return from.partner.isTest
      ? this.tests.apply(application, person.email, context)
      : this.signUps.apply(application, person, context);
  }

  @Post('application-state')
  @HttpCode(200)
  @Operation('The state of an application whose id the page has', {
    description: `${description} An application of another partner or of the other mode is not found.`,
    errors: ['FORBIDDEN', 'FRAME_TOKEN_INVALID', 'PARTNER_UNKNOWN', 'NOT_FOUND'],
  })
  @ZodResponse({ status: 200, type: ApplicationState })
  async state(
    @Body() { application_id, ...claim }: EmbedStatusRequest,
    @Req() request: FastifyRequest,
  ): Promise<ApplicationState> {
    const { partner } = await this.admission.admit(request, 'state', {
      ...claim,
      widget: 'application-status',
    });
    const mode = partner.isTest ? 'test' : 'live';
    const { reference: _partners, ...state } = await this.applications.one(
      { partnerId: partner.id, mode },
      application_id,
    );
    return state;
  }
}
