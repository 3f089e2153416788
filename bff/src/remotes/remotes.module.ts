import { Module } from '@nestjs/common';
import { Demonstration } from '../seed/demonstration';
import { DocumentsService } from './documents.service';
import { RegistryService } from './registry.service';

@Module({
  providers: [Demonstration, DocumentsService, RegistryService],
  exports: [Demonstration],
})
export class RemotesModule {}
