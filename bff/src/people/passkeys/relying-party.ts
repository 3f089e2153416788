import type { Config } from '../../platform/config/config';
import type { Caller } from '../../platform/http/request-context';

/** The site that a passkey is made for or used on. */
export interface RelyingParty {
  /** The domain that browsers bind a passkey to. */
  id: string;
  origin: string;
}

type Sites = Pick<Config, 'shellOrigin' | 'backOfficeOrigin'>;

/**
 * The relying party of a call. Each site is one of its own, so that no script of the customer site can ask for a passkey of
 * the back-office, unless both have the same host, such as `localhost`. The `Origin` only chooses between them: what
 * counts is the origin that the browser signs.
 */
export const relyingParty = (sites: Sites, { origin }: Pick<Caller, 'origin'>): RelyingParty =>
  partyOf(origin === sites.backOfficeOrigin ? sites.backOfficeOrigin : sites.shellOrigin);

export const partyOf = (origin: string): RelyingParty => ({ id: new URL(origin).hostname, origin });
