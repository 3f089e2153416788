import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { caseLimits } from '@bank/contracts/cases';
import { DocumentInspector } from '../../platform/documents/document-inspector.service';
import type { DocumentMediaType } from '../../platform/documents/document-type';
import type { StoredDocument } from '../../platform/documents/document-storage.service';
import { FormReader, type FormParts } from '../../platform/documents/form-reader.service';
import { ApiException, InvalidInput } from '../../platform/errors/api-exception';
import type { IdentifiedRequest } from '../../platform/http/actor';

/** A received form, whose files are already stored. */
export interface ReceivedCaseForm<Form> {
  form: Form;
  files: StoredDocument[];
}

/** Receives the forms of cases: an HTTP adapter. */
@Injectable()
export class CaseForms {
  constructor(
    private readonly forms: FormReader,
    private readonly inspector: DocumentInspector,
  ) {}

  /**
   * Checks the fields by a schema, and that every file (parts named `files`) can be opened before it is stored. Without files
   * the body may be JSON.
   * @throws what `FormReader.receive` does, and ApiException INVALID_FIELDS, DOCUMENT_UNREADABLE about `files.<index>`.
   */
  receive<Schema extends z.ZodType<object>>(
    request: IdentifiedRequest,
    schema: Schema,
  ): Promise<ReceivedCaseForm<z.output<Schema>>> {
    if (!request.isMultipart()) return Promise.resolve(jsonOf(request.body, schema));
    const inspect = async (path: string, mediaType: DocumentMediaType, index: number) => {
      if (index >= caseLimits.filesOfMessage) throw tooMany();
      if (await this.inspector.opens(request.user?.userId ?? 0, path, mediaType)) return;
      throw new ApiException('DOCUMENT_UNREADABLE', {
        fields: { [`files.${index}`]: 'DOCUMENT_UNREADABLE' },
      });
    };
    return this.forms.receive(request, 'files', (parts) => formOf(parts, schema), inspect);
  }
}

function formOf<Schema extends z.ZodType<object>>(
  { texts, files }: FormParts,
  schema: Schema,
): ReceivedCaseForm<z.output<Schema>> {
  const typed = Object.fromEntries([...texts].map(([name, values]) => [name, values.at(-1)]));
  return { form: parsed(typed, schema), files };
}

function jsonOf<Schema extends z.ZodType<object>>(
  body: unknown,
  schema: Schema,
): ReceivedCaseForm<z.output<Schema>> {
  const { files = [] } = (body ?? {}) as { files?: unknown };
  // A file named in JSON would be dropped in silence.
  if (!Array.isArray(files) || files.length > 0) throw new ApiException('UNSUPPORTED_MEDIA_TYPE');
  return { form: parsed(body, schema), files: [] };
}

function parsed<Schema extends z.ZodType<object>>(value: unknown, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw new InvalidInput(result.error, 'body');
  return result.data;
}

const tooMany = () => new ApiException('INVALID_FIELDS', { fields: { files: 'TOO_MANY_FILES' } });
