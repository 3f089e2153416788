import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Config } from '../config';

/** One release that one browser is shown in the place of the live one. */
export interface Preview {
  remote: string;
  version: string;
}

/** How long a preview is worth, in seconds. */
export const previewSeconds = 60 * 60;

/** Lets a team open a release that it uploaded inside the live shells, before any visitor is given it. */
@Injectable()
export class Previews {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** A proof, for a cookie, that a browser may be shown a release for an hour. */
  issue({ remote, version }: Preview): string {
    const expiry = Math.floor(this.clock.now().getTime() / 1000) + previewSeconds;
    const text = `${remote}.${version.replaceAll('.', '_')}.${expiry}`;
    return `${text}.${this.seal(text).toString('base64url')}`;
  }

  /** What a proof is worth now; undefined for one that expired or is not ours. */
  read(proof: string): Preview | undefined {
    const [remote = '', version = '', expiry = '', seal = ''] = proof.split('.');
    const expected = this.seal(`${remote}.${version}.${expiry}`);
    const given = Buffer.from(seal, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    if (Number(expiry) * 1000 < this.clock.now().getTime()) return undefined;
    return { remote, version: version.replaceAll('_', '.') };
  }

  private seal(text: string): Buffer {
    return createHmac('sha256', this.config.signingKey).update(`preview ${text}`).digest();
  }
}
