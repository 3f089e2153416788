import { Injectable } from '@nestjs/common';
import type { CardReason } from '@bank/contracts/card-reasons';
import type { Transaction } from '../../platform/database/database';
import type { CardAuthorization } from '../../ports/card-network/card-network';
import { CardKeys } from '../cards/card-keys';
import { mostCodeTries, mostPinTries } from '../cards/card-state';
import { needsPin, refusalOfPin } from './card-decision';
import { CardNoticesService } from './card-notices.service';
import type { CardAccount, PayingCard } from './purchase';

const countPin = 'UPDATE cards SET pin_tries = ? WHERE id = ?';
const countCode = 'UPDATE cards SET code_tries = ?, online = ? WHERE id = ?';

/** Verifies the cardholder: the code typed online, the PIN entered at a terminal. */
@Injectable()
export class CardProofsService {
  constructor(
    private readonly keys: CardKeys,
    private readonly notices: CardNoticesService,
  ) {}

  /** The digests that the number of a presented card may be stored under. */
  digestsOf(number: string): Buffer[] {
    return this.keys.digestsOf(number);
  }

  /** Counts wrong tries in the caller's transaction, regardless of the payment's outcome. */
  refusal(
    tx: Transaction,
    { card, account }: { card: PayingCard; account: CardAccount },
    asked: CardAuthorization,
    worth: bigint,
  ): Promise<CardReason | undefined> {
    if (card.expiryDate.slice(0, 7) !== asked.card.expiry) return Promise.resolve('unknown');
    if (asked.channel === 'online') return this.refusalOfCode(tx, card, account, asked);
    return needsPin(asked, worth) || asked.card.pin !== undefined
      ? this.pinRefusal(tx, card, account, asked.card.pin)
      : Promise.resolve(undefined);
  }

  private async refusalOfCode(
    tx: Transaction,
    card: PayingCard,
    { userId }: CardAccount,
    { card: { number, expiry, code } }: CardAuthorization,
  ): Promise<CardReason | undefined> {
    if (code === this.keys.codeOf(number, expiry, card.numberKey)) {
      if (card.codeTries > 0) await tx.write(countCode, [0, true, card.id]);
      return undefined;
    }
    const tries = card.codeTries + 1;
    await tx.write(countCode, [tries, tries < mostCodeTries, card.id]);
    if (tries >= mostCodeTries) this.notices.switchedOff(tx, userId, card);
    return 'code';
  }

  private async pinRefusal(
    tx: Transaction,
    card: PayingCard,
    { userId }: CardAccount,
    pin?: string,
  ): Promise<CardReason | undefined> {
    const refusal = refusalOfPin(card, pin);
    if (refusal || pin === undefined) return refusal;
    const { digest } = this.keys.digestPin(card.id, pin, card.pinKey ?? undefined);
    const isRight = card.pinDigest?.equals(digest) ?? false;
    const tries = isRight ? 0 : card.pinTries + 1;
    if (tries !== card.pinTries) await tx.write(countPin, [tries, card.id]);
    if (tries >= mostPinTries) this.notices.cardChanged(tx, userId, { id: card.id, status: 'active' });
    return isRight ? undefined : 'pin';
  }
}
