import type { CaseSummary } from '@bank/contracts/cases';
import { dayMs } from '@bank/contracts/days';
import { useFormat } from '@bank/i18n/use-format';
import { Badge, type BadgeTone } from '@bank/ui/badge';
import { Icon } from '@bank/ui/icon';
import styles from './case-badges.module.css';
import { useCaseTexts } from './texts';

const tones = {
  open: 'waiting',
  waiting: 'info',
  accepted: 'success',
  refused: 'neutral',
} as const satisfies Record<string, BadgeTone>;

/** The state of a case: its next actor, or the decision. */
export function CaseStateBadge({ of: { state, decision } }: { of: Pick<CaseSummary, 'state' | 'decision'> }) {
  const { t } = useCaseTexts();
  const name = state === 'decided' ? (decision ?? 'refused') : state;
  return <Badge tone={tones[name]}>{t(`state.${name}`)}</Badge>;
}

/** How long the bank has left to answer. @param now Unix ms */
export function DueClock({
  of: { due_at: at, state },
  now,
}: {
  of: Pick<CaseSummary, 'due_at' | 'state'>;
  now: number;
}) {
  const { t } = useCaseTexts();
  const { dateTime } = useFormat();
  const left = Date.parse(at) - now;
  const days = Math.floor(left / dayMs);
  const isOver = left < 0;
  if (state === 'decided') return <time dateTime={at}>{dateTime(at)}</time>;
  return (
    <span className={styles.clock} data-late={isOver || undefined} title={dateTime(at)}>
      <Icon name={isOver ? 'triangle-alert' : 'clock'} />
      <time dateTime={at}>
        {isOver
          ? t('due.over')
          : days === 0
            ? t('due.hours', { count: Math.ceil(left / 3_600_000) })
            : t('due.days', { count: days })}
      </time>
    </span>
  );
}
