import { ChooseAll } from '@bank/client/selection-bar';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { useTexts } from '../texts';
import styles from './list-bar.module.css';
import type { Decision } from './payment-address';
import { totalOf } from './approval';
import type { Selection } from './use-selection';

interface ListBarProps {
  selection: Selection;
  /** How many payments match the filters, on every page. */
  total: number;
  onDecide: (decision: Decision) => void;
  /** The number of new payments since the list was loaded. */
  news: number;
  onNews: () => void;
  onHelp: () => void;
}

export function ListBar({ selection, total, onDecide, news, onNews, onHelp }: ListBarProps) {
  const { t } = useTexts();
  const { amount } = useFormat();
  const { selected } = selection;
  return (
    <div className={styles.bar}>
      <ChooseAll selection={selection} total={total} />
      {selected.length > 0 && (
        <Cluster gap="8-12" align="center" role="group" aria-label={t('payments.selection')}>
          <span>{t('payments.selected', { count: selected.length, total: amount(totalOf(selected)) })}</span>
          <Button size="small" icon="check" onClick={() => onDecide('approve')}>
            {t('payments.approve_selected')}
          </Button>
          <Button size="small" variant="secondary" icon="x" onClick={() => onDecide('reject')}>
            {t('payments.reject_selected')}
          </Button>
        </Cluster>
      )}
      <div className={styles.help}>
        <Button variant="quiet" size="small" icon="circle-question-mark" onClick={onHelp}>
          {t('payments.shortcuts')}
        </Button>
      </div>
      <div role="status">
        {news > 0 && (
          <Button size="small" variant="secondary" icon="refresh-cw" onClick={onNews}>
            {t('payments.news', { count: news })}
          </Button>
        )}
      </div>
    </div>
  );
}
