import { Module } from '@nestjs/common';
import { AuthModule } from '../../people/auth/auth.module';
import { UsersModule } from '../../people/users/users.module';
import { AdminReleasesController } from './admin-releases.controller';
import { DeployController } from './deploy.controller';
import { DeployService } from './deploy.service';
import { DeployTokenApproval } from './deploy-token-approval.service';
import { DeployTokensService } from './deploy-tokens.service';
import { FormerCopies } from './former-copies.service';
import { FolderReleases } from './folder-releases.service';
import { GalleryController } from './gallery.controller';
import { GalleryPasses } from './gallery-passes.service';
import { HostChecks } from './host-checks.service';
import { LocalRemotesController } from './local-remotes.controller';
import { LocalRemotes } from './local-remotes.service';
import { LiveReleases } from './live-releases.service';
import { Previews } from './previews.service';
import { PreviewsController } from './previews.controller';
import { Publisher } from './publisher.service';
import { ReleaseChanges } from './release-changes.service';
import { ReleaseChecks } from './release-checks.service';
import { ReleaseFit } from './release-fit.service';
import { ReleaseFiles } from './release-files.service';
import { ReleaseMetricsService } from './release-metrics.service';
import { ReleaseListService } from './release-list.service';
import { ReleaseSigner } from './release-signer.service';
import { ReleaseUploads } from './release-uploads.service';
import { ReleasesService } from './releases.service';
import { RemoteReportsController } from './remote-reports.controller';
import { RemoteReportsService } from './remote-reports.service';
import { ServedReleases } from './served-releases.service';
import { ReleaseAudience } from './release-audience.service';
import { ReportQueue } from './report-queue.service';
import { SourceMaps } from './source-maps.service';
import { TeamFiles } from './team-files.service';
import { TokenRefusals } from './token-refusals.service';

@Module({
  imports: [AuthModule, UsersModule],
  controllers: [
    AdminReleasesController,
    DeployController,
    GalleryController,
    LocalRemotesController,
    PreviewsController,
    RemoteReportsController,
  ],
  providers: [
    DeployService,
    DeployTokenApproval,
    DeployTokensService,
    FolderReleases,
    FormerCopies,
    GalleryPasses,
    HostChecks,
    LiveReleases,
    LocalRemotes,
    Previews,
    Publisher,
    ReleaseAudience,
    ReportQueue,
    ReleaseChanges,
    ReleaseChecks,
    ReleaseFiles,
    ReleaseFit,
    ReleaseListService,
    ReleaseMetricsService,
    ReleaseSigner,
    ReleaseUploads,
    ReleasesService,
    RemoteReportsService,
    ServedReleases,
    SourceMaps,
    TeamFiles,
    TokenRefusals,
  ],
  exports: [
    FolderReleases,
    GalleryPasses,
    LocalRemotes,
    Previews,
    ReleaseAudience,
    ReportQueue,
    ReleaseFiles,
    ReleaseSigner,
    ReleaseUploads,
    RemoteReportsService,
    ServedReleases,
    SourceMaps,
  ],
})
export class ReleasesModule {}
