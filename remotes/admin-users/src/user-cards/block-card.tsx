import { blockCardRequest } from '@bank/contracts/admin-cards';
import type { Card } from '@bank/contracts/cards';
import { withUserMessage } from '@bank/client/call-failure';
import { ReasonForm } from '@bank/client/reason-form';
import { useIsShown } from '@bank/client/use-is-shown';
import { Dialog } from '@bank/ui/dialog';
import { useToast } from '@bank/ui/toast';
import { nameOf } from './card-name';
import { useCardTexts } from './texts';
import { setBlock, useUserCardsRefresh } from './user-cards.api';

const withReason = blockCardRequest.pick({ reason: true });

interface BlockCardProps {
  userId: number;
  card: Card;
  onClose: () => void;
}

/** Blocks a card for the bank, or lifts that, with a reason for the log. */
export function BlockCard({ userId, card, onClose }: BlockCardProps) {
  const { t } = useCardTexts();
  const { show } = useToast();
  const isShown = useIsShown();
  const refresh = useUserCardsRefresh(userId);
  const action = card.blocked_by_bank ? 'unblock' : 'block';
  const send = async ({ reason }: { reason: string }) => {
    try {
      await setBlock(card.id, action === 'block', reason);
    } catch (error) {
      throw withUserMessage(error, { failed: t('block_failed') });
    }
    show({ type: 'success', message: t(`${action}_done`, { card: nameOf(card) }) });
    await refresh();
    if (isShown()) onClose();
  };
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t(`${action}_title`, { card: nameOf(card) })}
      description={t(`${action}_message`)}
    >
      <ReasonForm
        schema={withReason}
        draft={`card-${action}-${card.id}`}
        label={t('reason')}
        hint={t('reason_hint')}
        submit={t(`${action}_submit`)}
        maxLength={150}
        onSubmit={send}
        onCancel={onClose}
      />
    </Dialog>
  );
}
