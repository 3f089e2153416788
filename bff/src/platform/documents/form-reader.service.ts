import { Injectable } from '@nestjs/common';
import type { MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { allowSlowBody } from '../http/body-deadline';
import { ApiException, InvalidInput } from '../errors/api-exception';
import type { DocumentMediaType } from './document-type';
import { DocumentStorageService, type StoredDocument } from './document-storage.service';

/** The parts of a form, whose files are already stored. */
export interface FormParts {
  /** The values of each name, in their order. */
  texts: Map<string, string[]>;
  files: StoredDocument[];
}

/** Checks a complete file, by its index in the form, before it is stored. @throws ApiException to refuse it. */
type InspectPart = (path: string, mediaType: DocumentMediaType, index: number) => Promise<void>;

/** Receives multipart forms: an HTTP adapter. */
@Injectable()
export class FormReader {
  constructor(private readonly documents: DocumentStorageService) {}

  /**
   * Reads the parts as they arrive, files under one name only, and returns the result of `check`. A refusal removes all
   * files.
   * @throws what `check` and `inspect` do, and ApiException UNSUPPORTED_MEDIA_TYPE, TOO_LARGE, DOCUMENT_TYPE_REFUSED about
   * `<filePart>.<index>`, INVALID_FIELDS, MALFORMED_REQUEST, UNAVAILABLE.
   */
  async receive<T>(
    request: FastifyRequest,
    filePart: string,
    check: (parts: FormParts) => T,
    inspect?: InspectPart,
  ): Promise<T> {
    if (!request.isMultipart()) throw new ApiException('UNSUPPORTED_MEDIA_TYPE');
    allowSlowBody(request.raw);
    const parts: FormParts = { texts: new Map(), files: [] };
    try {
      for await (const part of request.parts()) {
        if (part.type === 'field') {
          parts.texts.set(part.fieldname, [...(parts.texts.get(part.fieldname) ?? []), textOf(part)]);
        } else if (part.fieldname !== filePart) throw new ApiException('MALFORMED_REQUEST');
        else {
          const index = parts.files.length;
          const stored = this.documents.store(part.file, part.filename, (path, mediaType) =>
            Promise.resolve(inspect?.(path, mediaType, index)),
          );
          parts.files.push(await stored.catch(ofPart(`${filePart}.${index}`)));
        }
      }
      return check(parts);
    } catch (error) {
      await this.documents.remove(parts.files.map(({ file }) => file));
      throw isMalformedForm(error) ? new ApiException('MALFORMED_REQUEST') : error;
    }
  }
}

/**
 * The text of a field as it was typed: forms send line ends as CRLF (HTML, multipart/form-data encoding).
 * @throws ApiException INVALID_FIELDS for one that is cut.
 */
function textOf({ fieldname, value, valueTruncated }: MultipartValue): string {
  if (valueTruncated) throw new ApiException('INVALID_FIELDS', { fields: { [fieldname]: 'TOO_LONG' } });
  return String(value).replaceAll('\r\n', '\n');
}

/** Names the file of the form whose type was refused: the storage knows none of the others. */
const ofPart = (part: string) => (error: unknown) => {
  const isTypeRefused = error instanceof ApiException && error.code === 'DOCUMENT_TYPE_REFUSED';
  throw isTypeRefused ? new ApiException(error.code, { fields: { [part]: error.code } }) : error;
};

/** The multipart parser throws errors without a code for truncated and malformed forms. */
const isMalformedForm = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof ApiException) &&
  !(error instanceof InvalidInput) &&
  (error as NodeJS.ErrnoException).code === undefined;
