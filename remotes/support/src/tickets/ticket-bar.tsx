import type { TicketSummary } from '@bank/contracts/tickets';
import type { Selection } from '@bank/client/selection';
import { useWorkActions, type WorkAction, WorkBar } from '@bank/client/work-bar';
import { useTicketTexts } from './texts';
import { setTicketStatus, useListRefresh } from './tickets.api';

/** Takes, gives back or closes the messages that are chosen. */
export function TicketBar({ selection, total }: { selection: Selection<TicketSummary>; total: number }) {
  const { t } = useTicketTexts();
  const refresh = useListRefresh();
  const close: WorkAction<TicketSummary> = {
    ...{ key: 'close', label: t('switch.closed'), icon: 'check' },
    act: async ({ id }) => {
      await setTicketStatus(id, { status: 'closed', undo: false });
      return () => setTicketStatus(id, { status: 'open', undo: true });
    },
  };
  return (
    <WorkBar
      selection={selection}
      total={total}
      nameOf={({ reference }) => reference}
      actions={[...useWorkActions<TicketSummary>('ticket'), close]}
      onChange={refresh}
    />
  );
}
