/** What the network decided: approved, or declined with a code of ISO 8583; `unknown` without an answer. */
export type TopUpOutcome =
  { result: 'approved' } | { result: 'declined'; code: string } | { result: 'unknown' };

/** The card network. */
export abstract class CardNetwork {
  /** Whether the bank has a card network at all; otherwise nothing of it is offered (503 NOT_CONFIGURED). */
  abstract readonly isConfigured: boolean;

  /**
   * Asks for money from a card of another bank, in minor units. The network decides once by the id: asking again gives
   * the same outcome. Never throws.
   */
  abstract topUp(request: { id: string; amount: bigint; currency: string }): Promise<TopUpOutcome>;
}
