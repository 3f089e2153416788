import type { Stop } from '@bank/contracts/next-step';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { useWhyTexts } from './texts';

/** Why something is refused, held or blocked, what to do, and the way to appeal; nothing for what the customer lifts alone. */
export function WhyStopped({
  why,
  withReason = true,
}: {
  why: Stop | null | undefined;
  withReason?: boolean;
}) {
  const { t } = useWhyTexts();
  const { date } = useFormat();
  if (!why?.appeal) return null;
  const { state, reason, next_step: step, until, appeal } = why;
  return (
    <p>
      {withReason && `${reason} ${step.text} `}
      {state === 'held' && until !== null && `${t('until_held', { at: date(until) })} `}
      <Link to={appeal}>{t('link')}</Link>
    </p>
  );
}

/** The way to the page that explains and takes the appeal, where a row has no room for the reason. */
export function WhyLink({ why, what }: { why: Stop | null | undefined; what: string }) {
  const { t } = useWhyTexts();
  if (!why?.appeal) return null;
  return (
    <Link to={why.appeal} aria-label={t('link_of', { what })}>
      {t('link')}
    </Link>
  );
}
