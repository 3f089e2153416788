import { Injectable } from '@nestjs/common';
import { type RateFile, readRates } from '@bank/contracts/rails/reference-rates';
import { messageBytes } from '@bank/contracts/rails/xml';
import { Config } from '../../platform/config/config';
import { wholeBody } from '../../platform/http/bounded-body';
import { ReferenceRates } from './reference-rates';

const timeoutMs = 10_000;

/** The names that the European Central Bank gives its files. */
const files = { latest: 'eurofxref-daily.xml', history: 'eurofxref-hist-90d.xml' };

/** Files of reference rates over HTTP, which are public and unsigned. */
@Injectable()
export class PublishedRatesService extends ReferenceRates {
  constructor(private readonly config: Config) {
    super();
  }

  get isConfigured(): boolean {
    return this.config.ratesUrl !== undefined;
  }

  latest(): Promise<RateFile> {
    return this.read(files.latest);
  }

  history(): Promise<RateFile> {
    return this.read(files.history);
  }

  private async read(file: string): Promise<RateFile> {
    const { ratesUrl } = this.config;
    if (ratesUrl === undefined) throw new Error('no source of rates is configured');
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${ratesUrl}/${file}`, { redirect: 'error', signal });
    if (!response.ok) throw new Error(`the source of rates answered ${response.status}`);
    return readRates(await wholeBody(response, messageBytes));
  }
}
