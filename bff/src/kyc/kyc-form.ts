import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { kycForm, type DocumentKind, type KycForm } from '@bank/contracts/kyc';
import { allowSlowBody } from '../common/body-deadline';
import { Clock } from '../common/clock';
import { Failure, InvalidInput } from '../common/failure';
import { parisDay } from '../common/paris-day';
import { DocumentsService, type StoredDocument } from '../documents/documents.service';

/** What a person sent: the texts, and the files as they are stored by now. */
export interface ReceivedForm {
  form: KycForm;
  files: (StoredDocument & { kind: DocumentKind })[];
}

/** Receives the form of a verification. */
@Injectable()
export class KycFormReader {
  constructor(
    private readonly documents: DocumentsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the parts as they arrive; when anything is refused, none of the files is kept.
   * @throws Failure UNSUPPORTED_MEDIA_TYPE unless it is a form, TOO_LARGE for a file or too many of them,
   * DOCUMENT_TYPE_REFUSED, MALFORMED_REQUEST, INVALID_FIELDS, UNAVAILABLE.
   */
  async receive(request: FastifyRequest): Promise<ReceivedForm> {
    if (!request.isMultipart()) throw new Failure('UNSUPPORTED_MEDIA_TYPE');
    allowSlowBody(request.raw);
    const stored: StoredDocument[] = [];
    try {
      const form = this.checked(await this.readParts(request, stored));
      if (stored.length === 0) throw new Failure('INVALID_FIELDS', { fields: { documents: 'REQUIRED' } });
      if (form.kinds.length > stored.length) {
        throw new Failure('INVALID_FIELDS', { fields: { kinds: 'NOT_VALID' } });
      }
      return { form, files: stored.map((file, at) => ({ ...file, kind: form.kinds[at] ?? 'identity' })) };
    } catch (error) {
      await this.documents.remove(stored.map(({ file }) => file));
      throw unreadable(error) ? new Failure('MALFORMED_REQUEST') : error;
    }
  }

  private async readParts(request: FastifyRequest, stored: StoredDocument[]): Promise<unknown> {
    const fields: Record<string, string> = {};
    const kinds: string[] = [];
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (part.fieldname !== 'documents') throw new Failure('MALFORMED_REQUEST');
        stored.push(await this.documents.store(part.file, part.filename));
      } else if (part.fieldname === 'kinds') kinds.push(String(part.value));
      else fields[part.fieldname] = String(part.value);
    }
    return { ...fields, kinds };
  }

  private checked(fields: unknown): KycForm {
    const parsed = kycForm.safeParse(fields, { reportInput: true });
    if (!parsed.success) throw new InvalidInput(parsed.error, 'body');
    if (parsed.data.birthDate > parisDay(this.clock.now())) {
      throw new Failure('INVALID_FIELDS', { fields: { birthDate: 'NOT_VALID' } });
    }
    return parsed.data;
  }
}

/** The reader of forms has no codes for a form that is cut short or that breaks its own rules. */
const unreadable = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof Failure) &&
  !(error instanceof InvalidInput) &&
  (error as NodeJS.ErrnoException).code === undefined;
