import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { galleryLink, remoteParameter } from '@bank/contracts/releases';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { CurrentTeam, ForTeams, type TeamCall } from './deploy.guard';
import { GalleryPasses } from './gallery-passes.service';

class GalleryLink extends createZodDto(galleryLink) {}
class RemoteParameter extends createZodDto(remoteParameter) {}

@ApiTags('Releases')
@Controller()
export class GalleryController {
  constructor(private readonly passes: GalleryPasses) {}

  @Post('deploy/:remote/gallery')
  @ForTeams()
  @Operation('A link to every component and story of the customer site as it is released, for eight hours')
  @ZodResponse({ status: 201, type: GalleryLink })
  linkForTeam(@Param() _remote: RemoteParameter, @CurrentTeam() team: TeamCall) {
    return this.passes.linkForTeam(team);
  }

  @Post('admin/gallery')
  @Permission('releases:manage')
  @Operation('As for a team: a link to the gallery of the customer site, for who may manage releases')
  @ZodResponse({ status: 201, type: GalleryLink })
  linkForStaff(@CurrentContext() context: RequestContext) {
    return this.passes.linkForStaff(context);
  }
}
