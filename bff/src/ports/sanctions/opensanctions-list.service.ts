import { pipeline, Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { Config } from '../../platform/config/config';
import { atMost } from '../../platform/http/bounded-body';
import { type ListedEntity, SanctionsListError, SanctionsSource } from './sanctions-source';

/** The whole of OpenSanctions has about 100 MB. */
const fileBytes = 400_000_000;
const timeoutMs = 300_000;
const batchSize = 500;
const recordBytes = 1_000_000;

/** The columns of `targets.simple.csv` that are used; several values have `;` between them. */
const record = z.object({
  id: z.string().min(1),
  name: z.string(),
  aliases: z.string(),
  countries: z.string(),
  sanctions: z.string(),
});

/** OpenSanctions' simple CSV over HTTP, which is public and unsigned. */
@Injectable()
export class OpenSanctionsListService extends SanctionsSource {
  constructor(private readonly config: Config) {
    super();
  }

  get isConfigured(): boolean {
    return this.config.sanctionsUrl !== undefined;
  }

  async *read(): AsyncGenerator<ListedEntity[]> {
    const { sanctionsUrl } = this.config;
    if (sanctionsUrl === undefined) throw new Error('no source of sanctions lists is configured');
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(sanctionsUrl, { redirect: 'follow', signal });
    if (!response.ok || !response.body) {
      throw new Error(`the source of sanctions lists answered ${response.status}`);
    }
    const tooLarge = () => new SanctionsListError('the sanctions list is too large');
    yield* readList(textOf(atMost(fileBytes, response.body, tooLarge)));
  }
}

/** @throws SanctionsListError for what is not UTF-8: names with replaced letters would find nobody; and what the content does. */
async function* textOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (part?: Uint8Array) => {
    try {
      return part ? decoder.decode(part, { stream: true }) : decoder.decode();
    } catch (error) {
      throw new SanctionsListError('the sanctions list is not UTF-8', { cause: error });
    }
  };
  for await (const part of content) yield decoded(part);
  yield decoded();
}

/** @throws SanctionsListError for what is no simple CSV of OpenSanctions, and what the content does. */
async function* readList(content: AsyncIterable<string>): AsyncGenerator<ListedEntity[]> {
  const parser = parse({
    columns: true,
    relax_column_count: true,
    max_record_size: recordBytes,
  });
  // Ends the parser with what the content throws, such as a broken connection, so that the loop throws it.
  pipeline(Readable.from(content), parser, () => undefined);
  let batch: ListedEntity[] = [];
  try {
    for await (const row of parser) {
      const listed = toListed(row);
      if (listed.name !== '') batch.push(listed);
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof z.ZodError)) throw error;
    throw new SanctionsListError(error.message, { cause: error });
  }
  if (batch.length > 0) yield batch;
}

function toListed(row: unknown): ListedEntity {
  const { id, name, aliases, countries, sanctions } = record.parse(row);
  return {
    entry: id.slice(0, 120),
    name: name.trim().slice(0, 300),
    aliases: aliases
      .split(';')
      .map((alias) => alias.trim())
      .filter((alias) => alias !== ''),
    countries: countries.toUpperCase().slice(0, 120),
    programs: sanctions.slice(0, 300),
  };
}
