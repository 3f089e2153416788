import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Card } from '@bank/ui/card';
import type { Tone } from '@bank/ui/tone';
import { type PermittedAddress, PermittedLink } from './permitted-link';
import styles from './shares.module.css';

interface Share {
  label: string;
  count: number;
  /** The address of the counted list. */
  to: PermittedAddress;
  tone: Extract<Tone, 'success' | 'warning' | 'danger' | 'neutral'>;
}

export function Shares({ title, shares }: { title: string; shares: Share[] }) {
  const { number, percent } = useFormat();
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title={title}>
      <ShareBar shares={shares} total={total} />
      <ul className={styles.list}>
        {shares.map(({ label, count, tone, to }) => (
          <li key={label} className={styles.share}>
            <Badge tone={tone}>{label}</Badge>
            <span className={styles.count}>
              <PermittedLink to={to} aria-label={`${number(count)} ${label}`} otherwise={number(count)}>
                {number(count)}
              </PermittedLink>
              {total > 0 && <span className={styles.percent}>{percent(count / total)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ShareBar({ shares, total }: { shares: Share[]; total: number }) {
  const starts = shares.map((_, place) => shares.slice(0, place).reduce((sum, { count }) => sum + count, 0));
  return (
    <svg
      className={styles.bar}
      viewBox={`0 0 ${Math.max(1, total)} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {shares.map(({ label, count, tone }, place) => (
        <rect key={label} className={styles[tone]} x={starts[place]} width={count} height="1" />
      ))}
    </svg>
  );
}
