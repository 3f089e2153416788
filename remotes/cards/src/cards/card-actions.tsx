import { type ReactNode, useState } from 'react';
import type { Card } from '@bank/contracts/cards';
import { ApiError } from '@bank/client/api';
import { isOffline } from '@bank/client/call-failure';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import { WriteCard } from '../write-card/write-card';
import { BlockDialog } from './block-dialog';
import styles from './card-actions.module.css';
import { useCardStatus } from './cards.api';
import { shortNumber } from './short-number';

interface CardActionsProps {
  card: Card;
  /** The content before the actions, also for an inactive card. */
  children?: ReactNode;
}

/** The holder's actions on a card; none on an inactive one, which a failed change may have found to be so. */
export function CardActions({ card, children }: CardActionsProps) {
  const { t } = useTexts();
  const { change, isChanging, error } = useStatusChange(card);
  const [isAsking, setIsAsking] = useState(false);
  const failure = error && <StatusFailure error={error} />;
  if (card.status === 'inactive') {
    return (
      (failure || children) && (
        <div className={styles.actions}>
          {failure}
          {children}
        </div>
      )
    );
  }
  const isActive = card.status === 'active';
  const mayChange = !card.blocked_by_bank;
  const number = shortNumber(card);
  const block = async () => {
    await change('blocked');
    setIsAsking(false);
  };
  return (
    <div className={styles.actions}>
      {failure}
      {children}
      {mayChange && (
        <Button
          variant="secondary"
          icon={isActive ? 'lock' : 'lock-open'}
          aria-label={t(isActive ? 'status.block_of' : 'status.unblock_of', { number })}
          loading={isChanging && !isAsking}
          onClick={() => (isActive ? setIsAsking(true) : void change('active'))}
        >
          {t(isActive ? 'status.block' : 'status.unblock')}
        </Button>
      )}
      {isActive && <WriteCard card={card} />}
      {isAsking && (
        <BlockDialog
          number={number}
          isBlocking={isChanging}
          onBlock={() => void block()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

/** The catalogue's sentence, with the server's reason. */
function StatusFailure({ error }: { error: Error }) {
  const { t } = useTexts();
  const isRefusal = error instanceof ApiError && error.status > 0 && error.status < 500;
  return (
    <div className={styles.failure}>
      <Alert tone="danger" title={t(isOffline(error) ? 'status.failed_network' : 'status.failed')}>
        {isRefusal && error.message}
      </Alert>
    </div>
  );
}

/** Changes the status and confirms it; a failure stays until the next attempt, or until the card is as was wanted. */
function useStatusChange(card: Card) {
  const { t } = useTexts();
  const { show } = useToast();
  const { mutateAsync, isPending, error, variables: wanted } = useCardStatus(card);
  const change = async (status: 'active' | 'blocked') => {
    try {
      await mutateAsync(status);
    } catch {
      // Displayed as `error`.
      return;
    }
    const text = status === 'blocked' ? 'status.blocked' : 'status.unblocked';
    show({ type: 'success', message: t(text, { number: shortNumber(card) }) });
  };
  return { change, isChanging: isPending, error: card.status === wanted ? null : error };
}
