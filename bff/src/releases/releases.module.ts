import { Module } from '@nestjs/common';
import { AdminReleasesController } from './admin-releases.controller';
import { DeployController } from './deploy.controller';
import { DeployService } from './deploy.service';
import { DeployTokensService } from './deploy-tokens.service';
import { FolderReleases } from './folder-releases';
import { LocalRemotesController } from './local-remotes.controller';
import { LocalRemotes } from './local-remotes.service';
import { LiveReleases } from './live-releases';
import { Previews } from './previews';
import { PreviewsController } from './previews.controller';
import { Publisher } from './publisher';
import { ReleaseChecks } from './release-checks';
import { ReleaseFiles } from './release-files';
import { ReleaseListService } from './release-list.service';
import { ReleaseSigner } from './release-signer';
import { ReleaseSweep } from './release-sweep';
import { ReleaseUploads } from './release-uploads';
import { ReleasesService } from './releases.service';
import { ReportsController } from './reports.controller';
import { ReportsService } from './reports.service';
import { ServedReleases } from './served-releases';
import { TokenRefusals } from './token-refusals';

@Module({
  controllers: [
    AdminReleasesController,
    DeployController,
    LocalRemotesController,
    PreviewsController,
    ReportsController,
  ],
  providers: [
    DeployService,
    DeployTokensService,
    FolderReleases,
    LiveReleases,
    LocalRemotes,
    Previews,
    Publisher,
    ReleaseChecks,
    ReleaseFiles,
    ReleaseListService,
    ReleaseSigner,
    ReleaseSweep,
    ReleaseUploads,
    ReleasesService,
    ReportsService,
    ServedReleases,
    TokenRefusals,
  ],
  exports: [
    FolderReleases,
    LocalRemotes,
    Previews,
    ReleaseFiles,
    ReleaseSigner,
    ReleaseSweep,
    ReportsService,
    ServedReleases,
  ],
})
export class ReleasesModule {}
