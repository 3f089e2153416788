// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import type { ReactNode } from 'react';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { Button } from '@bank/ui/button';
import type { Column } from '@bank/ui/data-table';
import { useToast } from '@bank/ui/toast';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { chosenMaximum, type Selection } from './selection';
import { useWorkTexts } from './work-texts';

/** The column of a list in which its rows are chosen; with the shift key, all between two of them. */
export function useSelectColumn<Of extends { id: number }>(
  selection: Selection<Of>,
  nameOf: (row: Of) => string,
): Column<Of> {
  const { t } = useWorkTexts();
  return {
    key: 'select',
    header: t('select_header'),
    headerHidden: true,
    cell: (row) =>
      selection.isEligible(row) && (
        <CheckboxField
          label={<VisuallyHidden>{t('select', { name: nameOf(row) })}</VisuallyHidden>}
          checked={selection.has(row.id)}
          onChange={({ target, nativeEvent }) => {
            const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
            selection.choose(row.id, target.checked, isRange);
          }}
        />
      ),
  };
}

interface ChooseAllProps<Of extends { id: number }> {
  selection: Selection<Of>;
  /** How many rows match the filters, on every page. */
  total: number;
}

/** Chooses the page of a list, then all that match its filters. */
export function ChooseAll<Of extends { id: number }>({ selection, total }: ChooseAllProps<Of>): ReactNode {
  const { t } = useWorkTexts();
  const { show } = useToast();
  const { selected, canSelect, isAll, chooseAll } = selection;
  const hasMore = isAll && !selection.isBeyond && selected.length < total;
  const chooseMatching = () =>
    selection.chooseMatching().catch(() => show({ type: 'error', message: t('select_failed') }));
  return (
    <>
      {canSelect && (
        <CheckboxField
          label={t('select_page')}
          checked={isAll}
          onChange={({ target }) => chooseAll(target.checked)}
        />
      )}
      {hasMore && (
        <Button
          variant="quiet"
          size="small"
          loading={selection.isFetching}
          onClick={() => void chooseMatching()}
        >
          {total > chosenMaximum
            ? t('select_first', { count: chosenMaximum })
            : t('select_matching', { count: total })}
        </Button>
      )}
    </>
  );
}
