/** A person, a company or another entity of a sanctions list. */
export interface ListedEntity {
  /** The publisher's id. */
  entry: string;
  name: string;
  aliases: string[];
  /** Codes of ISO 3166 in upper case, with `;` between them. */
  countries: string;
  programs: string;
}

/** Why a file is no sanctions list. */
export class SanctionsListError extends Error {}

/** The publisher of sanctions lists. */
export abstract class SanctionsSource {
  /** Whether the bank has a source at all; without one the built-in list stays. */
  abstract readonly isConfigured: boolean;

  /**
   * The newest list, a batch of entities at a time.
   * @throws Error without an answer; SanctionsListError for a file of another form.
   */
  abstract read(): AsyncIterable<ListedEntity[]>;
}
