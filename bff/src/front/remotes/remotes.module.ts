import { Module } from '@nestjs/common';
import { Demonstration } from './demonstration.service';
import { ReleasesModule } from '../releases/releases.module';
import { DeployedRegistry } from './deployed-registry.service';
import { HostDocumentsService } from './host-documents.service';
import { RegistryService } from './registry.service';

@Module({
  imports: [ReleasesModule],
  providers: [Demonstration, DeployedRegistry, HostDocumentsService, RegistryService],
  exports: [Demonstration, RegistryService],
})
export class RemotesModule {}
