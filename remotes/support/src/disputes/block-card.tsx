import { useState } from 'react';
import type { DisputeOffer } from '@bank/contracts/cases';
import { failureText } from '@bank/client/call-failure';
import { useReworded } from '@bank/i18n/texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Stack } from '@bank/ui/layout';
import { blockCard, useOfferRefresh } from './disputes.api';
import { useDisputeTexts } from './texts';

interface BlockCardProps {
  card: NonNullable<DisputeOffer['card']>;
  transactionId: number;
}

/** Stops the card that somebody else used, without waiting for the claim. */
export function BlockCard({
  card: { id, card_number: masked, is_active: isActive },
  transactionId,
}: BlockCardProps) {
  const { t } = useDisputeTexts();
  const number = masked.slice(-4).padStart(8, '•');
  const refresh = useOfferRefresh(transactionId);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const shownFailure = useReworded(failure);
  if (!isActive) return <Alert tone="success">{t('card.blocked', { card: number })}</Alert>;
  const block = async () => {
    setIsSending(true);
    setFailure(undefined);
    try {
      await blockCard(id);
    } catch (error) {
      setFailure(failureText(error, { failed: t('card.failed') }));
    }
    // Also after a failure: the card may be stopped all the same.
    await refresh();
    setIsSending(false);
  };
  return (
    <Alert tone="warning">
      <Stack gap={8} align="start">
        <p>{t('card.lead', { card: number })}</p>
        <Button variant="secondary" icon="lock" loading={isSending} onClick={() => void block()}>
          {t('card.stop')}
        </Button>
        {shownFailure && <p role="alert">{shownFailure}</p>}
      </Stack>
    </Alert>
  );
}
