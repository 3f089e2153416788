import { useState } from 'react';
import type { Card } from '@bank/contracts/cards';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { Button } from '@bank/ui/button';
import { shortNumber } from '../cards/short-number';
import { useCardsRefresh } from '../cards/cards.api';
import { loseCard, useChangeOf } from './card.api';
import { Section } from './section';
import { useCardTexts } from './texts';
import { useIsLimited } from './use-is-limited';

/** Ends a card that was lost or stolen, after a question. */
export function LoseCard({ card }: { card: Card }) {
  const { t } = useCardTexts();
  const [isAsking, setIsAsking] = useState(false);
  const intent = useIdempotencyKey();
  const change = useChangeOf(card);
  const refresh = useCardsRefresh();
  const plastic = useIsLimited(card) ? 'lost.message_limited' : 'lost.message_plastic';
  const message = card.virtual ? 'lost.message_virtual' : plastic;
  const lose = async () => {
    await change(
      () => loseCard(card.id, intent.keyFor(card.id)),
      (now) => now.state === 'lost',
    );
    // With the card that replaces it.
    await refresh();
  };
  return (
    <Section title={t('lost.title')} lead={t('lost.lead')}>
      <Button variant="secondary" icon="triangle-alert" onClick={() => setIsAsking(true)}>
        {t('lost.action')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('lost.question', { number: shortNumber(card) })}
          description={t(message)}
          action={t('lost.confirm')}
          done={t('lost.done', { number: shortNumber(card) })}
          failed={t('lost.failed')}
          onConfirm={lose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Section>
  );
}
