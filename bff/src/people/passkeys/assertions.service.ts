import { Injectable } from '@nestjs/common';
import type { PasskeyAssertion } from '@bank/contracts/passkeys';
import type { StoredPasskey } from './passkey-store.service';
import { clientDataOf } from './client-data';
import type { RelyingParty } from './relying-party';
import { webAuthn } from './web-authn';

/** Verifies the signatures of authenticators. */
@Injectable()
export class Assertions {
  /**
   * The counter of an assertion that a passkey signed for a challenge on a site, with its person verified; undefined for
   * any other. The caller records the counter, see `PasskeyStore.use`.
   */
  async counterOf(
    assertion: PasskeyAssertion,
    passkey: StoredPasskey,
    challenge: string,
    party: RelyingParty,
  ): Promise<number | undefined> {
    const { id, rawId, response, type } = assertion;
    if (passkey.rpId !== party.id || !clientDataOf(response.clientDataJSON)) return undefined;
    const { userHandle } = response;
    if (userHandle !== undefined && userHandle !== passkey.userHandle.toString('base64url')) return undefined;
    const { verifyAuthenticationResponse } = await webAuthn();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { id, rawId, response, type, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        // The library compares counters before signatures: an unsigned one would look like a copied key.
        credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
        requireUserVerification: true,
      });
      return verified ? authenticationInfo.newCounter : undefined;
    } catch {
      return undefined;
    }
  }
}
