import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { RemotesModule } from '../remotes/remotes.module';
import { AdminPartnersController } from './admin-partners.controller';
import { AdminPartnersService } from './admin-partners.service';
import { DemonstrationPartner } from './demonstration-partner';
import { EmbedDoor } from './embed-door.service';
import { EmbedSignUpService } from './embed-sign-up.service';
import { EmbedController } from './embed.controller';
import { FrameFilesService } from './frame-files.service';
import { FramesService } from './frames.service';
import { LoaderService } from './loader.service';
import { PartnerAdministrationService } from './partner-administration.service';
import { PartnerDaysService } from './partner-days.service';
import { PartnersService } from './partners.service';

@Module({
  imports: [AuthModule, RemotesModule],
  controllers: [AdminPartnersController, EmbedController],
  providers: [
    AdminPartnersService,
    DemonstrationPartner,
    EmbedDoor,
    EmbedSignUpService,
    FrameFilesService,
    FramesService,
    LoaderService,
    PartnerAdministrationService,
    PartnerDaysService,
    PartnersService,
  ],
  exports: [PartnersService],
})
export class EmbedModule {}
