import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');

/** Flags of authenticator data (WebAuthn, section 6.1): present, verified, with a new credential. */
const flags = { present: 1, verified: 4, attested: 64 };

interface Making {
  rp: { id: string };
  user: { id: string };
  challenge: string;
}
interface Asking {
  rpId: string;
  challenge: string;
}

/** What an attacker or a broken device changes of a response. */
export interface Forged {
  origin?: string;
  challenge?: string;
  crossOrigin?: boolean;
  /** The person was not verified, such as by a key that is only touched. */
  unverified?: boolean;
  rpId?: string;
  counter?: number;
  userHandle?: string;
  /** An attestation with a certificate. */
  certificate?: boolean;
}

/** A passkey in software (ES256), on the page at `origin`; its counter advances by one for each assertion. */
export class Authenticator {
  readonly id = base64url(randomBytes(32));
  counter = 0;
  private readonly key: KeyObject;
  private readonly coordinates: { x: string; y: string };
  private userHandle = '';

  constructor(private readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.coordinates = { x, y };
  }

  /** The answer to the options of a registration, as @simplewebauthn/browser sends it. */
  make({ rp, user, challenge }: Making, forged: Forged = {}) {
    this.userHandle = user.id;
    const authData = Buffer.concat([
      this.data(rp.id, flags.attested, forged),
      Buffer.alloc(16),
      Buffer.from([0, 32]),
      Buffer.from(this.id, 'base64url'),
      this.publicKey(),
    ]);
    const certificate = Uint8Array.from([1, 2, 3]);
    const statement = forged.certificate
      ? new Map<string, unknown>([
          ['alg', -7],
          ['sig', certificate],
          ['x5c', [certificate]],
        ])
      : new Map<string, unknown>();
    const attestation = new Map<string, unknown>([
      ['fmt', forged.certificate ? 'packed' : 'none'],
      ['attStmt', statement],
      ['authData', Uint8Array.from(authData)],
    ]);
    return this.credential({
      clientDataJSON: this.clientData('webauthn.create', challenge, forged),
      attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
      transports: ['internal'],
    });
  }

  /** The answer to the options of an authentication. */
  assert({ rpId, challenge }: Asking, forged: Forged = {}) {
    this.counter = forged.counter ?? this.counter + 1;
    const clientDataJSON = this.clientData('webauthn.get', challenge, forged);
    const authData = this.data(rpId, 0, forged);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.credential({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(createSign('SHA256').update(signed).sign(this.key)),
      userHandle: forged.userHandle ?? this.userHandle,
    });
  }

  private credential<Response>(response: Response) {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    };
  }

  private clientData(type: string, challenge: string, forged: Forged): string {
    const data = {
      type,
      challenge: forged.challenge ?? challenge,
      origin: forged.origin ?? this.origin,
      crossOrigin: forged.crossOrigin ?? false,
    };
    return base64url(Buffer.from(JSON.stringify(data)));
  }

  private data(rpId: string, extra: number, forged: Forged): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const set = flags.present | (forged.unverified ? 0 : flags.verified) | extra;
    return Buffer.concat([sha256(forged.rpId ?? rpId), Buffer.from([set]), counter]);
  }

  /** COSE: an elliptic key for ES256 on P-256. */
  private publicKey(): Buffer {
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
    const { x, y } = this.coordinates;
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    return Buffer.from(isoCBOR.encode(key as Parameters<typeof isoCBOR.encode>[0]));
  }
}
