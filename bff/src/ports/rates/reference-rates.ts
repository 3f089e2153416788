import type { RateFile } from '@bank/contracts/rails/reference-rates';

/** The publisher of reference rates. */
export abstract class ReferenceRates {
  /** Whether the bank has a source at all; without one the built-in set stays. */
  abstract readonly isConfigured: boolean;

  /** The newest day. @throws Error without a readable answer; XmlError for a file of another form. */
  abstract latest(): Promise<RateFile>;

  /** The days of about the last ninety, newest first. @throws what `latest` does. */
  abstract history(): Promise<RateFile>;
}
