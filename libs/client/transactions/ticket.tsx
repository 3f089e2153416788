import type { ReactNode } from 'react';
import { Stamp } from './stamp';
import styles from './ticket.module.css';

interface TicketProps {
  /** Above the fold: the amount, and whom it concerns. */
  head: ReactNode;
  /** With the bank's stamp, for what is done. */
  stamped: boolean;
  /** The facts, the reference among them. */
  children: ReactNode;
}

/** A receipt as a ticket: a head with the bank's stamp, a torn edge, and on paper a border. */
export function Ticket({ head, stamped, children }: TicketProps) {
  return (
    <div className={styles.ticket}>
      <div className={styles.head}>
        <div className={styles.words}>{head}</div>
        {stamped && <Stamp />}
      </div>
      {children}
    </div>
  );
}
