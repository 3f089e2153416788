import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useFormat } from '@bank/i18n/use-format';
import type { Pagination as Answer } from '@bank/contracts/pagination';
import { useEffect } from 'react';
import { Button } from './button';
import styles from './pagination.module.css';

export interface PaginationProps {
  /** The loaded page; the previous one while another is loading. */
  answer: Answer;
  /** The requested page, from 1. */
  page: number;
  onPage: (page: number, options?: { replace: boolean }) => void;
}

/** Previous and next. Renders nothing for a single page. From beyond the last page it leads to the last. */
export function Pagination({ answer, page, onPage }: PaginationProps) {
  const { t } = useSharedTexts();
  const { number } = useFormat();
  const { pages, total, limit, capped } = answer;
  const isBehind = answer.page === page && page > pages;
  useEffect(() => {
    if (isBehind) onPage(pages, { replace: true });
  });
  if (isBehind || (page === 1 && pages === 1)) return null;
  return (
    <nav className={styles.pagination} aria-label={t('pagination.label')}>
      <p className={styles.place}>
        <span>{capped ? t('pagination.pageOnly', { page }) : t('pagination.page', { page, pages })}</span>
        <span>
          {t(capped ? 'pagination.rangeCapped' : 'pagination.range', {
            ...rangeOf(page, limit, total),
            total: capped ? number(total) : total,
          })}
        </span>
      </p>
      <div className={styles.buttons}>
        <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {t('action.previous')}
        </Button>
        <Button variant="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
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
