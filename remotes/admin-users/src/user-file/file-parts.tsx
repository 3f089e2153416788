import type { ReactNode } from 'react';
import type { CustomerFile } from '@bank/contracts/finder';
import { useFormat } from '@bank/i18n/use-format';
import { Link } from '@bank/client/router';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { Card } from '@bank/ui/card';
import { useFileTexts } from './texts';
import styles from './user-file.module.css';

interface PartProps {
  title: string;
  children: ReactNode[];
}

/** One part of the file: its lines, or that there are none. */
export const Part = ({ title, children }: PartProps) => (
  <Card title={title}>
    <Lines>{children}</Lines>
  </Card>
);

export function Lines({ children }: Pick<PartProps, 'children'>) {
  const { t } = useFileTexts();
  return children.length > 0 ? <ul className={styles.lines}>{children}</ul> : <p>{t('none')}</p>;
}

interface LineProps {
  title: ReactNode;
  note?: ReactNode;
  end?: ReactNode;
}

export const Line = ({ title, note, end }: LineProps) => (
  <li className={styles.line}>
    <span>
      {title}
      {note && <span className={styles.note}>{note}</span>}
    </span>
    {end && <span className={styles.end}>{end}</span>}
  </li>
);

type Filed = NonNullable<CustomerFile['cases']>[number];

interface FiledPartProps {
  title: string;
  /** Null when the reader's staff roles do not open it. */
  items: readonly Filed[] | null;
  pathOf: (item: Filed) => string;
}

/** Lines that link to the screens of what they name. */
export function FiledPart({ title, items, pathOf }: FiledPartProps) {
  const { t } = useFileTexts();
  const { dateTime } = useFormat();
  if (items === null) return null;
  return (
    <Part title={title}>
      {items.map((item) => (
        <Line
          key={item.id}
          title={<Link to={pathOf(item)}>{item.title}</Link>}
          note={dateTime(item.at)}
          end={<Badge icon={false}>{t(`state.${item.state}`)}</Badge>}
        />
      ))}
    </Part>
  );
}

export function PaymentPart({ payments }: Pick<CustomerFile, 'payments'>) {
  const { t } = useFileTexts();
  const { dateTime } = useFormat();
  if (payments === null) return null;
  return (
    <Part title={t('payments')}>
      {payments.map(({ id, title, state, at, amount, currency, recipient_name: payee }) => (
        <Line
          key={id}
          title={
            <Link to={`/admin/validate-payments?status=all&search=${title}&payment=${id}`}>{title}</Link>
          }
          note={`${payee} · ${dateTime(at)} · ${t(`state.${state}`)}`}
          end={<Amount value={amount} currency={currency} />}
        />
      ))}
    </Part>
  );
}
