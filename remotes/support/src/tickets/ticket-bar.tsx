import type { TicketSummary } from '@bank/contracts/tickets';
import { useWorkActions, type WorkAction, WorkBar } from '@bank/client/work-bar';
import { useTicketTexts } from './texts';
import { setTicketStatuses, useListRefresh } from './tickets.api';

type BarProps = Pick<Parameters<typeof WorkBar<TicketSummary>>[0], 'selection' | 'waiting' | 'total'>;

/** Takes, gives back or closes the messages that are chosen. */
export function TicketBar(list: BarProps) {
  const { t } = useTicketTexts();
  const refresh = useListRefresh();
  const close: WorkAction<TicketSummary> = {
    key: 'close',
    label: t('switch.closed'),
    icon: 'check',
    act: (rows, key) => setTicketStatuses(rows, { status: 'closed', undo: false }, key),
    undo: (rows, key) => setTicketStatuses(rows, { status: 'open', undo: true }, key),
  };
  return (
    <WorkBar
      {...list}
      nameOf={({ reference }) => reference}
      actions={[...useWorkActions<TicketSummary>('ticket'), close]}
      onChange={refresh}
    />
  );
}
