import type { Ticket } from '@bank/contracts/tickets';
import { failureText } from '@bank/client/call-failure';
import { useUndo } from '@bank/client/undo';
import { Button } from '@bank/ui/button';
import { useToast } from '@bank/ui/toast';
import { useTicketTexts } from './texts';
import { useTicketStatus } from './tickets.api';

/** Closes a message or opens it again, which can be undone. */
export function TicketSwitch({ ticket: { id, status, reference } }: { ticket: Ticket }) {
  const { t } = useTicketTexts();
  const { show } = useToast();
  const { mutate, mutateAsync, isPending } = useTicketStatus(id);
  const { offer, bar } = useUndo();
  const wanted = status === 'closed' ? 'open' : 'closed';
  const turn = () =>
    mutate(
      { status: wanted, undo: false },
      {
        onSuccess: () =>
          offer(t(`switch.${wanted}_done`, { reference }), () =>
            mutateAsync({ status: status === 'closed' ? 'closed' : 'open', undo: true }),
          ),
        onError: (error) => {
          show({ type: 'error', message: failureText(error, { failed: t('switch.failed') }) });
        },
      },
    );
  return (
    <>
      <Button
        variant="secondary"
        icon={wanted === 'closed' ? 'check' : 'refresh-cw'}
        loading={isPending}
        onClick={turn}
      >
        {t(`switch.${wanted}`)}
      </Button>
      {bar}
    </>
  );
}
