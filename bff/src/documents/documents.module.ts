import { Module } from '@nestjs/common';
import { DocumentsService } from './documents.service';
import { FormReader } from './form-reader';
import { KeyedForms } from './keyed-forms';

@Module({
  providers: [DocumentsService, FormReader, KeyedForms],
  exports: [DocumentsService, FormReader, KeyedForms],
})
export class DocumentsModule {}
