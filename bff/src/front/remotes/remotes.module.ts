import { Module } from '@nestjs/common';
import { Demonstration } from './demonstration.service';
import { ReleasesModule } from '../releases/releases.module';
import { DeployedRegistry } from './deployed-registry.service';
import { HostDocumentsService } from './host-documents.service';
import { PrerenderedPages } from './prerendered-pages.service';
import { RegistryService } from './registry.service';

@Module({
  imports: [ReleasesModule],
  providers: [Demonstration, DeployedRegistry, HostDocumentsService, PrerenderedPages, RegistryService],
  exports: [Demonstration, RegistryService],
})
export class RemotesModule {}
