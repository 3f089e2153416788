import { type ReactNode, useId, useState } from 'react';
// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { Button } from '@bank/ui/button';
import { classNames } from '@bank/ui/class-names';
import styles from './filter-panel.module.css';
import { useFilterTexts } from './filter-texts';

interface FilterPanelProps {
  label: string;
  /** The layout where all fields have room: equal columns, or each as wide as it needs. */
  layout?: 'columns' | 'row';
  /** Replaces the columns. */
  className?: string;
  /** Always displayed, such as the search field. */
  lead?: ReactNode;
  /** How many of the fields below filter the list. */
  chosen: number;
  /** A field has an error, which must be seen. */
  hasError?: boolean;
  /** Always displayed, such as the button that clears all filters. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The filters of a list. On a narrow screen a button opens them, so that the list itself comes first. */
export function FilterPanel(props: FilterPanelProps) {
  const { label, layout = 'columns', className, lead, chosen, hasError = false, footer, children } = props;
  const { t } = useFilterTexts();
  const [wasOpened, setWasOpened] = useState(false);
  const isOpen = wasOpened || hasError;
  const fields = useId();
  return (
    <div className={styles.panel} role="search" aria-label={label}>
      <div className={classNames(styles.all, styles[layout], className)}>
        {lead}
        <Button
          variant="secondary"
          icon="funnel"
          className={styles.opener}
          aria-expanded={isOpen}
          aria-controls={fields}
          onClick={() => setWasOpened(!wasOpened)}
        >
          {chosen > 0 ? t('button_chosen', { count: chosen }) : t('button')}
        </Button>
        <div id={fields} className={classNames(styles.fields, !isOpen && styles.closed)}>
          {children}
        </div>
        {footer}
      </div>
    </div>
  );
}
