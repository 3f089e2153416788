import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { MailModule } from '../mail/mail.module';
import { RemotesModule } from '../remotes/remotes.module';
import { UsersModule } from '../users/users.module';
import { AdminPartnersController } from './admin-partners.controller';
import { AdminPartnersService } from './admin-partners.service';
import { DemonstrationPartner } from './demonstration-partner';
import { EmbedDoor } from './embed-door.service';
import { EmbedSignUpService } from './embed-sign-up.service';
import { ContinueController } from './continue.controller';
import { ContinueService } from './continue.service';
import { EmbedController } from './embed.controller';
import { FrameFilesService } from './frame-files.service';
import { FrameTokens } from './frame-tokens.service';
import { FramesService } from './frames.service';
import { LoaderService } from './loader.service';
import { PartnerAdministrationService } from './partner-administration.service';
import { PartnerDaysService } from './partner-days.service';
import { PartnersService } from './partners.service';

@Module({
  imports: [AuthModule, MailModule, RemotesModule, UsersModule],
  controllers: [AdminPartnersController, ContinueController, EmbedController],
  providers: [
    AdminPartnersService,
    ContinueService,
    DemonstrationPartner,
    EmbedDoor,
    EmbedSignUpService,
    FrameFilesService,
    FrameTokens,
    FramesService,
    LoaderService,
    PartnerAdministrationService,
    PartnerDaysService,
    PartnersService,
  ],
  exports: [PartnersService],
})
export class EmbedModule {}
