import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { Clock } from '../common/clock';
import { addressKey } from '../common/address';
import { FixedWindowStorage } from '../common/throttle';

export type TokenRefusal = { address: string; requestId: string } & (
  | { reason: 'unknown' }
  | { reason: 'expired' | 'revoked'; team: string }
  | { reason: 'remote' | 'site'; team: string; remote: string }
);

/** Whoever tries again and again from one network leaves one line of each kind in so many milliseconds. */
const toldAgainMs = 60_000;

/** Leaves a line of the log when a deploy token is refused. */
@Injectable()
export class TokenRefusals {
  private readonly told: FixedWindowStorage;

  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    clock: Clock,
  ) {
    this.told = new FixedWindowStorage(clock);
  }

  async tell(refusal: TokenRefusal): Promise<void> {
    const { address, requestId, reason } = refusal;
    const whose = 'team' in refusal ? refusal.team : '';
    const key = `${reason} ${whose} ${addressKey(address)}`;
    if ((await this.told.increment(key, toldAgainMs, 1)).isBlocked) return;
    await this.audit.record(this.dataSource, {
      action: 'deploy_token.refused',
      type: 'warning',
      message: sentenceOf(refusal),
      requestId,
    });
  }
}

function sentenceOf(refusal: TokenRefusal): string {
  const from = `refusé depuis ${refusal.address}`;
  switch (refusal.reason) {
    case 'unknown':
      return `Jeton de livraison inconnu ${from}.`;
    case 'expired':
      return `Jeton de livraison expiré de l’équipe ${refusal.team} ${from}.`;
    case 'revoked':
      return `Jeton de livraison révoqué de l’équipe ${refusal.team} ${from}.`;
    case 'remote':
      return `Jeton de livraison de l’équipe ${refusal.team} ${from} pour le module ${refusal.remote}.`;
    case 'site':
      return `Jeton de livraison de l’équipe ${refusal.team} ${from} pour un site qui n’est pas le sien, module ${refusal.remote}.`;
  }
}
