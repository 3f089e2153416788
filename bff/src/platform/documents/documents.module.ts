import { Module } from '@nestjs/common';
import { DocumentInspector } from './document-inspector';
import { DocumentStorageService } from './document-storage.service';
import { FormReader } from './form-reader';
import { KeyedForms } from './keyed-forms';

@Module({
  providers: [DocumentInspector, DocumentStorageService, FormReader, KeyedForms],
  exports: [DocumentInspector, DocumentStorageService, FormReader, KeyedForms],
})
export class DocumentsModule {}
