import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Config } from '../config';
import { sealed, unsealed } from './sealed';

/** One release that one browser is shown in the place of the live one. */
export interface Preview {
  remote: string;
  version: string;
}

/** How long a preview is worth, in seconds. */
export const previewSeconds = 60 * 60;

const purpose = 'preview';

/** Lets a team open a release that it uploaded inside the live shells, before any visitor is given it. */
@Injectable()
export class Previews {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** A proof, for a cookie, that a browser may be shown a release for an hour. */
  issue({ remote, version }: Preview): string {
    return sealed(this.config.signingKey, purpose, {
      ...{ remote, version },
      until: this.seconds() + previewSeconds,
    });
  }

  /** What a proof is worth now; undefined for one that expired or is not ours. */
  read(proof: string): Preview | undefined {
    const found = unsealed(this.config.signingKey, purpose, proof) as
      (Preview & { until: number }) | undefined;
    return found && found.until > this.seconds() ? found : undefined;
  }

  private seconds(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}
