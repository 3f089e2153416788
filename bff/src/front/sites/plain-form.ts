/** A form of a prerendered page, which a browser sends by itself until a script takes over. */
export interface PlainForm {
  /** The call of the API that does the work, with its rules, limits and texts. */
  call: string;
  /** The fields that are read. */
  fields: readonly string[];
  /** Those that are not shown again. */
  secret?: readonly string[];
  body: (typed: Record<string, string>) => Record<string, unknown>;
}
