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
    const parsed = parsedBy(schema, value);
    if (parsed.success) return parsed.data;
    // An impossible identifier names nothing.
    if (type === 'param') throw new ApiException('NOT_FOUND');
    throw new InvalidInput(parsed.error, type === 'query' ? 'query' : 'body');
  }
}

/** @throws ApiException MALFORMED_REQUEST for a value that nests deeper than the stack, which a recursive schema follows. */
function parsedBy(schema: z.ZodType, value: unknown) {
  try {
    return schema.safeParse(value, { reportInput: true });
  } catch (error) {
    if (error instanceof RangeError) throw new ApiException('MALFORMED_REQUEST');
    throw error;
  }
}
