import type { FlowNode, MoneyFlow } from '@bank/contracts/money-flow';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { type Column, DataTable } from '@bank/ui/data-table';
import { useAroundTexts } from './texts';

/** The graph as text: each entry with those that its money went on to. */
export function FlowTable({ flow }: { flow: MoneyFlow }) {
  const { t } = useAroundTexts();
  return (
    <DataTable
      dense
      caption={t('flow_table')}
      columns={useColumns(flow)}
      rows={flow.nodes}
      rowKey={({ id }) => id}
    />
  );
}

function useColumns({ links }: MoneyFlow): Column<FlowNode>[] {
  const { t } = useAroundTexts();
  const { dateTime } = useFormat();
  const nextOf = (id: number) => links.filter(({ from }) => from === id).map(({ to }) => `#${to}`);
  return [
    {
      key: 'step',
      header: t('flow_step'),
      primary: true,
      cell: ({ id, step }) => `${step === 0 ? t('flow_start') : step} · #${id}`,
    },
    { key: 'holder', header: t('flow_holder'), cell: ({ account }) => account.holder || t('flow_bank') },
    { key: 'what', header: t('flow_what'), cell: ({ description }) => description },
    { key: 'when', header: t('flow_when'), cell: ({ at }) => dateTime(at) },
    { key: 'next', header: t('flow_next'), cell: ({ id }) => nextOf(id).join(', ') },
    {
      key: 'amount',
      header: t('flow_amount'),
      align: 'end',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
  ];
}
