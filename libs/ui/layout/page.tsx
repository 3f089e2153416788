import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names';
import styles from './page.module.css';

export interface PageProps {
  /**
   * `area` beside a customer's sidebar, `desk` in the back-office (denser, full width), `open` under the
   * public header, `form` for a single form.
   */
  layout?: 'area' | 'desk' | 'open' | 'form';
  /** What is below a part that still loads is hidden for up to 1.5 s: for parts of unknown height, which would move it. */
  inOrder?: boolean;
  children: ReactNode;
}

/** The room between the frame of a shell and what a page shows: its width, its margins, its rhythm. */
export const Page = ({ layout = 'area', inOrder, children }: PageProps) => (
  <div className={classNames(styles.page, styles[layout], inOrder && styles.inOrder)}>{children}</div>
);
