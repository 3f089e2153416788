import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from './button';
import styles from './pagination.module.css';

export interface PaginationProps {
  /** From 1. */
  page: number;
  /** How many pages there are; left out where only the next one is known to exist or not. */
  pages?: number;
  /** Whether there is a next page; by default as `pages` says. */
  hasNext?: boolean;
  /** With `limit`, says which rows of how many are shown. */
  total?: number;
  limit?: number;
  /** There are more rows than `total`, and nobody counted them. */
  capped?: boolean | undefined;
  onPage: (page: number) => void;
}

/** Previous and next. Renders nothing where there is but one page. */
export function Pagination({ page, pages, hasNext, total, limit, capped, onPage }: PaginationProps) {
  const { t } = useSharedTexts();
  const { number } = useFormat();
  const next = hasNext ?? (pages !== undefined && page < pages);
  if (page === 1 && !next) return null;
  return (
    <nav className={styles.pagination} aria-label={t('pagination.label')}>
      <p className={styles.place}>
        <span>
          {pages === undefined || capped
            ? t('pagination.pageOnly', { page })
            : t('pagination.page', { page, pages })}
        </span>
        {total !== undefined && limit !== undefined && (
          <span>
            {t(capped ? 'pagination.rangeCapped' : 'pagination.range', {
              ...rangeOf(page, limit, total),
              total: capped ? number(total) : total,
            })}
          </span>
        )}
      </p>
      <div className={styles.buttons}>
        <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {t('action.previous')}
        </Button>
        <Button variant="secondary" disabled={!next} onClick={() => onPage(page + 1)}>
          {t('action.next')}
        </Button>
      </div>
    </nav>
  );
}

const rangeOf = (page: number, limit: number, total: number) => ({
  from: Math.min((page - 1) * limit + 1, total),
  to: Math.min(page * limit, total),
});
