import { Global, Module } from '@nestjs/common';
import { FrameVisitors } from '../../platform/security/frame-visitors';
import { AuthModule } from '../../people/auth/auth.module';
import { MailModule } from '../../platform/mail/mail.module';
import { ApplicationsModule } from '../applications/applications.module';
import { ReleasesModule } from '../releases/releases.module';
import { RemoteErrorsModule } from '../remote-errors/remote-errors.module';
import { RemotesModule } from '../remotes/remotes.module';
import { UsersModule } from '../../people/users/users.module';
import { AdminPartnersController } from './admin-partners.controller';
import { PartnerQueriesService } from './partner-queries.service';
import { DemonstrationPartner } from './demonstration-partner.service';
import { EmbedAdmission } from './embed-admission.service';
import { EmbedSignUpService } from './embed-sign-up.service';
import { ContinueController } from './continue.controller';
import { ContinueService } from './continue.service';
import { EmbedController } from './embed.controller';
import { FrameFilesService } from './frame-files.service';
import { FrameReports } from './frame-reports.service';
import { FrameTokens } from './frame-tokens.service';
import { FrameVisitorsService } from './frame-visitors.service';
import { FramesService } from './frames.service';
import { LoaderService } from './loader.service';
import { PartnerCommandsService } from './partner-commands.service';
import { PartnerDaysService } from './partner-days.service';
import { PartnersService } from './partners.service';
import { PaymentRequestsController } from './payment-requests.controller';
import { PaymentRequests } from './payment-requests.service';
import { TestSignUpService } from './test-sign-up.service';

/** Global: the care layer, beside, injects `FrameVisitors` without importing this module. */
@Global()
@Module({
  imports: [
    ApplicationsModule,
    AuthModule,
    MailModule,
    ReleasesModule,
    RemoteErrorsModule,
    RemotesModule,
    UsersModule,
  ],
  controllers: [AdminPartnersController, ContinueController, EmbedController, PaymentRequestsController],
  providers: [
    PartnerQueriesService,
    ContinueService,
    DemonstrationPartner,
    EmbedAdmission,
    EmbedSignUpService,
    FrameFilesService,
    FrameReports,
    FrameTokens,
    FramesService,
    LoaderService,
    PartnerCommandsService,
    PartnerDaysService,
    PartnersService,
    PaymentRequests,
    TestSignUpService,
    { provide: FrameVisitors, useClass: FrameVisitorsService },
  ],
  exports: [FrameVisitors, PartnersService],
})
export class EmbedModule {}
