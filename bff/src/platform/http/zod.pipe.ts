import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { ApiException, InvalidInput } from '../errors/api-exception';

type SchemaHolder = { schema?: z.ZodType };

/** Parses bodies, queries and path parameters whose class was made with `createZodDto`. */
@Injectable()
export class ZodPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    const schema = (metatype as SchemaHolder | undefined)?.schema;
    if (!schema) return value;
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    // An impossible identifier names nothing.
    if (type === 'param') throw new ApiException('NOT_FOUND');
    throw new InvalidInput(parsed.error, type === 'query' ? 'query' : 'body');
  }
}
