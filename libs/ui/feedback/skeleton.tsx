import { useSharedTexts } from '@bank/i18n/shared-texts';
import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names';
import styles from './skeleton.module.css';
import { VisuallyHidden } from '../layout/visually-hidden';

export interface SkeletonProps {
  /**
   * The height of one line: a line of text, a title, a large figure, a row of a list, a button or field, or a block such as a
   * chart.
   */
  height?: 'line' | 'title' | 'figure' | 'row' | 'control' | 'block';
  lines?: number;
}

/** A placeholder of the content's height, so that nothing jumps. Wrap it in a `Loading`. */
export function Skeleton({ height = 'line', lines = 1 }: SkeletonProps) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={classNames(styles.bar, styles[height])} />
      ))}
    </div>
  );
}

/** Announces to screen readers that content is loading, around its skeletons. */
export function Loading({ label, children }: { label?: string; children?: ReactNode }) {
  const { t } = useSharedTexts();
  return (
    <div role="status" data-loading="">
      <VisuallyHidden>{label ?? t('status.loading')}</VisuallyHidden>
      {children}
    </div>
  );
}
