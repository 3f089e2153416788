import type { WebhookFailure } from '@bank/contracts/partner-servers';

/** An event for a partner's server: `id` is the same at every try. */
export interface WebhookEvent {
  id: string;
  body: string;
  /** `whsec_…`; several while one replaces others. */
  secrets: string[];
}

/** The result of a try: delivered by an answer of 200 to 299. `status` is null without an answer. */
export type WebhookAnswer =
  | { failure: null; status: number }
  | { failure: WebhookFailure; status: number | null };

/** Events to the servers of partners. */
export abstract class Webhooks {
  /** Whether the bank sends to this address at all. */
  abstract isUsable(url: string): boolean;

  /** Signs an event and posts it, once; trying again later is safe. */
  abstract send(url: string, event: WebhookEvent): Promise<WebhookAnswer>;
}
