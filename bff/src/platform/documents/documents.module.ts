import { Module } from '@nestjs/common';
import { DocumentInspector } from './document-inspector.service';
import { DocumentStorageService } from './document-storage.service';
import { FileKeys } from './file-keys.service';
import { FormReader } from './form-reader.service';
import { KeyedForms } from './keyed-forms.service';

@Module({
  providers: [DocumentInspector, DocumentStorageService, FileKeys, FormReader, KeyedForms],
  exports: [DocumentInspector, DocumentStorageService, FileKeys, FormReader, KeyedForms],
})
export class DocumentsModule {}
