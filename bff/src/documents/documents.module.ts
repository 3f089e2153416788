import { Module } from '@nestjs/common';
import { DocumentsService } from './documents.service';
import { FormReader } from './form-reader';

@Module({
  providers: [DocumentsService, FormReader],
  exports: [DocumentsService, FormReader],
})
export class DocumentsModule {}
