import { Module } from '@nestjs/common';
import { DocumentInspector } from './document-inspector';
import { DocumentsService } from './documents.service';
import { FormReader } from './form-reader';
import { KeyedForms } from './keyed-forms';

@Module({
  providers: [DocumentInspector, DocumentsService, FormReader, KeyedForms],
  exports: [DocumentInspector, DocumentsService, FormReader, KeyedForms],
})
export class DocumentsModule {}
