import type { Card } from '@bank/contracts/cards';
import { LazyPart } from '@bank/client/lazy-part';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import type { IconName } from '@bank/ui/icon';
import type { Tone } from '@bank/ui/tone';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { shortNumber } from '../cards/short-number';
import styles from './card-page.module.css';
import { useCardTexts } from './texts';
import { useIsLimited } from './use-is-limited';

const looks: Record<Card['state'], { tone: Tone; icon: IconName }> = {
  ordered: { tone: 'info', icon: 'clock' },
  shipped: { tone: 'info', icon: 'send' },
  active: { tone: 'success', icon: 'circle-check' },
  blocked: { tone: 'danger', icon: 'lock' },
  lost: { tone: 'neutral', icon: 'circle-x' },
  expired: { tone: 'neutral', icon: 'circle-x' },
};

const loadForm = async () => (await import('./activate-form')).ActivateForm;

interface CardStateProps {
  card: Card;
  /** The card that was ordered in the place of this one. */
  replacement: Card | undefined;
}

/** The stage of a card's life in words, with the next step and its date. */
export function CardState({ card, replacement }: CardStateProps) {
  const { t } = useCardTexts();
  const isToActivate = card.state === 'shipped';
  const words = useFocusAfter<HTMLDivElement>(isToActivate);
  const isAlone = !replacement && (card.state === 'lost' || (card.state === 'expired' && !card.once));
  const isLimited = useIsLimited(card);
  return (
    <div className={styles.state} ref={words} tabIndex={-1}>
      <Badge {...looks[card.state]}>{t(`state.${card.state}`)}</Badge>
      {useSentences(card, { isAlone, isLimited }).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {card.blocked_by_bank && (
        <p>
          <Link to="/contact">{t('state.contact')}</Link>
        </p>
      )}
      {card.why?.appeal && (
        <p>
          <Link to={card.why.appeal}>{t('state.appeal')}</Link>
        </p>
      )}
      {isAlone && isLimited && (
        <p>
          <Link to="/kyc">{t('state.identity')}</Link>
        </p>
      )}
      {replacement && (
        <p>
          <Link to={`/dashboard/cards/${replacement.id}`}>
            {t('state.replacement', { number: shortNumber(replacement) })}
          </Link>
        </p>
      )}
      {isToActivate && <LazyPart name="activate-form" load={loadForm} rows={2} props={{ card }} />}
    </div>
  );
}

function useSentences(
  card: Card,
  { isAlone, isLimited }: { isAlone: boolean; isLimited: boolean },
): string[] {
  const { t } = useCardTexts();
  const { date, dateTime } = useFormat();
  const { state, virtual, once, has_pin: hasPin, expiry_date, ships_at, arrives_by } = card;
  const until = date(expiry_date);
  const arrival = arrives_by ? date(arrives_by) : '';
  const alone = isAlone ? [t(isLimited ? 'state.alone_limited' : 'state.alone')] : [];
  const late = isLimited ? [] : [t('state.shipped_late')];
  switch (state) {
    case 'ordered':
      return [
        t('state.ordered_now', { at: ships_at ? dateTime(ships_at) : arrival }),
        t('state.ordered_next', { day: arrival }),
        t('state.online_only'),
      ];
    case 'shipped':
      return [t('state.shipped_now', { day: arrival }), t('state.online_only'), ...late];
    case 'active':
      if (once) return [t('state.active_once', { day: until })];
      if (virtual) return [t('state.active_virtual', { day: until })];
      return [t(hasPin ? 'state.active_plastic' : 'state.active_without_pin', { day: until })];
    case 'blocked':
      return [t(card.blocked_by_bank ? 'state.blocked_by_bank' : 'state.blocked_now')];
    case 'lost':
      return [t('state.lost_now'), ...alone];
    case 'expired':
      return once ? [t('state.expired_once')] : [t('state.expired_now', { day: until }), ...alone];
  }
}
