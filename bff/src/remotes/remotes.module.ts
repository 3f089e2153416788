import { Module } from '@nestjs/common';
import { Demonstration } from '../seed/demonstration';
import { ReleasesModule } from '../releases/releases.module';
import { DeployedRegistry } from './deployed-registry';
import { DocumentsService } from './documents.service';
import { RegistryService } from './registry.service';

@Module({
  imports: [ReleasesModule],
  providers: [Demonstration, DeployedRegistry, DocumentsService, RegistryService],
  exports: [Demonstration, RegistryService],
})
export class RemotesModule {}
