import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Passkey, PasskeyRegistration, RegistrationOptions } from '@bank/contracts/passkeys';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { deviceName } from '../auth/device';
import { SecondFactors } from '../auth/second-factors.service';
import { NotificationsService } from '../notifications/notifications.service';
import { UsersService } from '../users/users.service';
import { clientDataOf } from './client-data';
import { ceremonyMilliseconds, PasskeyChallenges } from './passkey-challenges.service';
import { type NewPasskey, PasskeyStore } from './passkey-store.service';
import { partyOf, relyingParty } from './relying-party';
import { webAuthn, webAuthnHelpers } from './web-authn';

const rpName = 'Bank PCS';

/** COSE: EdDSA, ES256, RS256; fixed, since the library's own list depends on the server's Node. */
const supportedAlgorithmIDs = [-8, -7, -257];

const nameLength = 60;

/** Adds passkeys to the person who is signed in. */
@Injectable()
export class PasskeyRegistrations {
  constructor(
    private readonly database: Database,
    private readonly challenges: PasskeyChallenges,
    private readonly store: PasskeyStore,
    private readonly users: UsersService,
    private readonly factors: SecondFactors,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly idempotency: Idempotency,
    private readonly config: Config,
  ) {}

  /**
   * The options of a registration, which `PasskeyEnrolment` lets through.
   * @throws ApiException SECOND_FACTOR_REQUIRED.
   */
  async options(context: RequestContext): Promise<RegistrationOptions> {
    const { userId, sessionId } = context.actor;
    await this.factors.refuseWeak(context.actor);
    const { id: rpID, origin } = relyingParty(this.config, context);
    const known = await this.store.known(this.database, userId);
    // One handle for all of a person's passkeys, so that authenticators recognise them as one account.
    const userHandle = known[0]?.userHandle ?? randomBytes(32);
    const person = await this.users.read(this.database, userId);
    const challenge = await this.challenges.issue('registration', { origin, userId, sessionId, userHandle });
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName,
      rpID,
      userID: Uint8Array.from(userHandle),
      userName: person.email,
      userDisplayName: `${person.first_name} ${person.last_name}`,
      challenge,
      timeout: ceremonyMilliseconds,
      attestationType: 'none',
      excludeCredentials: known
        .filter(({ rpId }) => rpId === rpID)
        .map(({ credentialId, transports }) => ({ id: credentialId.toString('base64url'), transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs,
    });
    return options as RegistrationOptions;
  }

  /**
   * Adds the passkey that an authenticator made for the challenge of this session, and notifies the person. A repeated call gets
   * the first one's answer, though its challenge is spent.
   * @throws ApiException PASSKEY_EXPIRED, PASSKEY_REFUSED, PASSKEY_KNOWN, LIST_FULL, IDEMPOTENCY_KEY_REUSED.
   */
  async add(context: RequestContext, registration: PasskeyRegistration): Promise<Passkey> {
    const { idempotency } = context;
    return this.idempotency.inTurn(
      idempotency,
      async () =>
        (await this.idempotency.answered<Passkey>(idempotency)) ??
        (await this.addOnce(context, registration)),
    );
  }

  private async addOnce(context: RequestContext, registration: PasskeyRegistration): Promise<Passkey> {
    const { userId } = context.actor;
    await this.factors.refuseWeak(context.actor);
    const added = await this.verified(context, registration);
    const name = registration.name ?? deviceName(context.userAgent).slice(0, nameLength);
    return this.idempotency.once(context.idempotency, async (tx) => {
      const passkey = await this.store.add(tx, { ...added, userId, name });
      await this.factors.strengthen(tx, context.actor);
      await this.audit.record(tx, {
        action: 'passkey.added',
        type: 'info',
        values: { name },
        text: 'passkey.added',
        ...authorOf(context),
      });
      this.notifications.notify(tx, userId, { type: 'security', key: 'passkey_added', values: { name } });
      return passkey;
    });
  }

  private async verified(
    { actor }: RequestContext,
    { id, rawId, type, response }: PasskeyRegistration,
  ): Promise<Omit<NewPasskey, 'userId' | 'name'>> {
    const data = clientDataOf(response.clientDataJSON);
    if (!data || (await hasCertificates(response.attestationObject)))
      throw new ApiException('PASSKEY_REFUSED');
    const issued = await this.challenges.take(data.challenge, 'registration');
    const isOwn = issued.userId === actor.userId && issued.sessionId === actor.sessionId;
    if (!isOwn || !issued.userHandle) throw new ApiException('PASSKEY_REFUSED');
    const party = partyOf(issued.origin);
    const { clientDataJSON, attestationObject, transports = [] } = response;
    const { verifyRegistrationResponse } = await webAuthn();
    const made = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: data.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    }).catch(() => undefined);
    if (!made?.verified) throw new ApiException('PASSKEY_REFUSED');
    const { credential } = made.registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      rpId: party.id,
      userHandle: issued.userHandle,
      transports,
    };
  }
}

/**
 * Whether an attestation comes with certificates, which browsers leave out since none are asked for. Verifying them would
 * fetch the addresses that they name.
 */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await webAuthnHelpers();
  try {
    const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')));
    const format = decoded.get('fmt');
    return format !== 'none' && !(format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  } catch {
    return true;
  }
}
