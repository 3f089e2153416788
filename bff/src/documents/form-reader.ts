import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { allowSlowBody } from '../common/body-deadline';
import { Failure, InvalidInput } from '../common/failure';
import type { DocumentMediaType } from './document-type';
import { DocumentsService, type StoredDocument } from './documents.service';

/** The parts of a form: texts by name, in the order in which they came, and the files as they are stored by now. */
export interface FormParts {
  texts: Map<string, string[]>;
  files: StoredDocument[];
}

/** Looks at a file that is whole, by its place in the form, before it is stored. @throws Failure to refuse it. */
type InspectPart = (path: string, mediaType: DocumentMediaType, place: number) => Promise<void>;

/** Receives forms with files. */
@Injectable()
export class FormReader {
  constructor(private readonly documents: DocumentsService) {}

  /**
   * Reads the parts as they arrive, files only under one name, and answers what `check` makes of them; when anything is
   * refused, none of the files is kept.
   * @throws what `check` and `inspect` do, and Failure UNSUPPORTED_MEDIA_TYPE unless it is a form, TOO_LARGE for a file or too many
   * of them, DOCUMENT_TYPE_REFUSED, MALFORMED_REQUEST, UNAVAILABLE.
   */
  async receive<T>(
    request: FastifyRequest,
    filePart: string,
    check: (parts: FormParts) => T,
    inspect?: InspectPart,
  ): Promise<T> {
    if (!request.isMultipart()) throw new Failure('UNSUPPORTED_MEDIA_TYPE');
    allowSlowBody(request.raw);
    const parts: FormParts = { texts: new Map(), files: [] };
    try {
      for await (const part of request.parts()) {
        if (part.type === 'field') {
          parts.texts.set(part.fieldname, [...(parts.texts.get(part.fieldname) ?? []), String(part.value)]);
        } else if (part.fieldname !== filePart) throw new Failure('MALFORMED_REQUEST');
        else {
          const place = parts.files.length;
          const stored = await this.documents.store(part.file, part.filename, (path, mediaType) =>
            Promise.resolve(inspect?.(path, mediaType, place)),
          );
          parts.files.push(stored);
        }
      }
      return check(parts);
    } catch (error) {
      await this.documents.remove(parts.files.map(({ file }) => file));
      throw unreadable(error) ? new Failure('MALFORMED_REQUEST') : error;
    }
  }
}

/** The reader of forms has no codes for a form that is cut short or that breaks its own rules. */
const unreadable = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof Failure) &&
  !(error instanceof InvalidInput) &&
  (error as NodeJS.ErrnoException).code === undefined;
