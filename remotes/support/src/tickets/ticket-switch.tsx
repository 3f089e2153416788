import type { Ticket } from '@bank/contracts/tickets';
import { failureText } from '@bank/client/call-failure';
import { Button } from '@bank/ui/button';
import { useToast } from '@bank/ui/toast';
import { useTicketTexts } from './texts';
import { useTicketStatus } from './tickets.api';

export function TicketSwitch({ ticket: { id, status, reference } }: { ticket: Ticket }) {
  const { t } = useTicketTexts();
  const { show } = useToast();
  const { mutate, isPending } = useTicketStatus(id);
  const wanted = status === 'closed' ? 'open' : 'closed';
  const turn = () =>
    mutate(
      { status: wanted },
      {
        onSuccess: () => show({ type: 'success', message: t(`switch.${wanted}_done`, { reference }) }),
        onError: (error) => {
          show({ type: 'error', message: failureText(error, { failed: t('switch.failed') }) });
        },
      },
    );
  return (
    <Button
      variant="secondary"
      icon={wanted === 'closed' ? 'check' : 'refresh-cw'}
      loading={isPending}
      onClick={turn}
    >
      {t(`switch.${wanted}`)}
    </Button>
  );
}
