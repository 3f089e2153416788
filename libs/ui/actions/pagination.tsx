import { usePaginationTexts } from '@bank/i18n/pagination-texts';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useFormat } from '@bank/i18n/use-format';
import type { Pagination as Answer } from '@bank/contracts/pagination';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button';
import { VisuallyHidden } from '../layout/visually-hidden';
import styles from './pagination.module.css';

export interface PaginationProps {
  /** The loaded page; the previous one while another is loading. */
  answer: Answer;
  /** The requested page, from 1. */
  page: number;
  onPage: (page: number, options?: { replace: boolean }) => void;
  /** How a number of rows is announced. Default: `7 résultats`. */
  found?: (count: number) => string;
}

/** Previous and next, for more than one page; announces what was found. From beyond the last page it leads to the last. */
export function Pagination({ answer, page, onPage, found }: PaginationProps) {
  const { t } = usePaginationTexts();
  const { number } = useFormat();
  const { total, limit, capped } = answer;
  // An empty list has one page too: the address may stay as it is.
  const pages = Math.max(answer.pages, 1);
  const isBehind = answer.page === page && page > pages;
  useEffect(() => {
    if (isBehind) onPage(pages, { replace: true });
  });
  const announced = useAnnouncement(answer, found);
  const status = (
    <div role="status">
      <VisuallyHidden>{announced}</VisuallyHidden>
    </div>
  );
  if (isBehind || (page === 1 && pages === 1)) return status;
  return (
    <nav className={styles.pagination} aria-label={t('label')}>
      {status}
      <p className={styles.place}>
        <span>
          {capped
            ? t('pageOnly', { page: number(page) })
            : t('page', { page: number(page), pages: number(pages) })}
        </span>
        <span>
          {t(capped ? 'rangeCapped' : 'range', {
            from: number(Math.min((page - 1) * limit + 1, total)),
            to: number(Math.min(page * limit, total)),
            total: number(total),
          })}
        </span>
      </p>
      <PageButtons page={page} hasNext={page < pages} onPage={onPage} />
    </nav>
  );
}

export interface PageButtonsProps {
  page: number;
  hasNext: boolean;
  onPage: (page: number) => void;
}

/** Previous and next. The one that was pressed and is disabled then, as on the last page, gives its focus to the other. */
export function PageButtons({ page, hasNext, onPage }: PageButtonsProps) {
  const { t } = useSharedTexts();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (!at?.matches(':disabled') || !place.current?.contains(at)) return;
    place.current.querySelector<HTMLButtonElement>('button:enabled')?.focus();
  });
  return (
    <div ref={place} className={styles.buttons}>
      <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('action.previous')}
      </Button>
      <Button variant="secondary" disabled={!hasNext} onClick={() => onPage(page + 1)}>
        {t('action.next')}
      </Button>
    </div>
  );
}

/**
 * What a screen reader announces after a filter or a page has changed (WCAG 4.1.3): `7 résultats`, `57 résultats, page 2`. Nothing
 * when the list is first displayed, which announces itself.
 */
function useAnnouncement({ page, pages, total, capped }: Answer, found: PaginationProps['found']): string {
  const { t } = usePaginationTexts();
  const { number } = useFormat();
  const [first] = useState({ page, total });
  const [isChanged, setIsChanged] = useState(false);
  if (!isChanged && (page !== first.page || total !== first.total)) setIsChanged(true);
  if (!isChanged) return '';
  // More than are counted: only the page is known.
  if (capped) return t('pageOnly', { page: number(page) });
  const count = found?.(total) ?? t('found', { count: total, shown: number(total) });
  // Not as the visible words: `page 2 of 3` is on the page once.
  return pages > 1 ? `${count}, ${t('pageOnly', { page: number(page) })}` : count;
}
