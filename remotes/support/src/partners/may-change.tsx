import type { ReactNode } from 'react';
import { mayDo, useSession } from '@bank/client/session';
import styles from './may-change.module.css';

/** Whether the reader's staff roles let them change partners; others only read them. */
export const useMayChange = () => mayDo(useSession().user, 'change', 'partners:manage');

/** Fields that those who only read partners see without being able to change them. */
export const ChangeableFields = ({ children }: { children: ReactNode }) => (
  <fieldset disabled={!useMayChange()} className={styles.fields}>
    {children}
  </fieldset>
);
