import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { Failure, InvalidInput } from './failure';

type SchemaHolder = { schema?: z.ZodType };

/** Parses every body, query and path parameter that a route declares by a class made with `createZodDto`. */
@Injectable()
export class ZodPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    const schema = (metatype as SchemaHolder | undefined)?.schema;
    if (!schema) return value;
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    // A path that names no possible thing names nothing that exists.
    if (type === 'param') throw new Failure('NOT_FOUND');
    throw new InvalidInput(parsed.error, type === 'query' ? 'query' : 'body');
  }
}
