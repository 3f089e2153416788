import { Module } from '@nestjs/common';
import { ReleasesModule } from '../releases/releases.module';
import { DeployedRegistry } from './deployed-registry.service';
import { HostDocumentsService } from './host-documents.service';
import { PrerenderedPages } from './prerendered-pages.service';
import { RegistryService } from './registry.service';
import { ShellFiles } from './shell-files.service';
import { ShownReleases } from './shown-releases.service';
import { VerifiedReleases } from './verified-releases.service';

@Module({
  imports: [ReleasesModule],
  providers: [
    DeployedRegistry,
    HostDocumentsService,
    PrerenderedPages,
    RegistryService,
    ShellFiles,
    ShownReleases,
    VerifiedReleases,
  ],
  exports: [RegistryService, ShownReleases],
})
export class RemotesModule {}
