import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { StoredDocument } from '../../platform/documents/document-storage.service';
import { FormReader } from '../../platform/documents/form-reader.service';
import { ApiException } from '../../platform/errors/api-exception';

/** Receives the form that uploads one attachment. */
@Injectable()
export class AttachmentForm {
  constructor(private readonly forms: FormReader) {}

  /** @throws what `FormReader.receive` does, and ApiException INVALID_FIELDS unless there is exactly one file. */
  receive(request: FastifyRequest): Promise<StoredDocument> {
    return this.forms.receive(request, 'file', ({ files }) => {
      const [file, ...more] = files;
      if (!file || more.length > 0) {
        throw new ApiException('INVALID_FIELDS', { fields: { file: 'REQUIRED' } });
      }
      return file;
    });
  }
}
