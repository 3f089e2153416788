import { z } from 'zod';

type Json = Record<string, unknown>;

const dialect = { target: 'draft-2020-12', unrepresentable: 'any' } as const;

/** The name of the schema of an event: `card_purchase` and `Event` give `CardPurchaseEvent`. */
export const schemaName = (type: string, what: string): string =>
  [...type.split(/[._]/), what].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');

/** Collects the JSON Schemas of zod schemas, the named ones once each under `components/schemas`. */
export class Schemas {
  readonly components: Record<string, Json> = {};

  /** The schema of a request: fields with defaults are optional. */
  input(schema: z.ZodType, name?: string): Json {
    return this.convert(schema, 'input', name);
  }

  /** The schema of a response. */
  output(schema: z.ZodType, name?: string): Json {
    return this.convert(schema, 'output', name);
  }

  private convert(schema: z.ZodType, io: 'input' | 'output', name?: string): Json {
    const { $schema: _dialect, $defs, ...root } = z.toJSONSchema(schema, { ...dialect, io }) as Json;
    for (const [key, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
      this.add(key, referenced(definition));
    }
    // A schema with a name of its own is a reference to its definition.
    return name && !('$ref' in root) ? this.add(name, referenced(root)) : referenced(root);
  }

  /** @throws Error when two different schemas have one name: a reader could not tell which is meant. */
  private add(name: string, schema: Json): Json {
    const known = this.components[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two schemas of the API are named ${name}`);
    }
    this.components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** zod refers to the definitions beside a schema; in the document they stand elsewhere. */
const referenced = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
