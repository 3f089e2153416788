import type { Card } from '@bank/contracts/cards';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { buttonClass } from '@bank/ui/button';
import { Fact, DescriptionList } from '@bank/ui/description-list';
import type { IconName } from '@bank/ui/icon';
import type { Tone } from '@bank/ui/tone';
import { useTexts } from '../texts';
import styles from './card-item.module.css';
import { CardActions } from './card-actions';
import { CardPicture } from './card-picture';
import { shortNumber } from './short-number';

const looks: Record<Exclude<Card['status'], 'active'>, { tone: Tone; icon?: IconName }> = {
  blocked: { tone: 'danger', icon: 'lock' },
  inactive: { tone: 'neutral' },
};

/** A status that is neither active nor blocked is shown as inactive (specification 2, section 3). */
const shownStatus = ({ status }: Card): Card['status'] =>
  status in looks || status === 'active' ? status : 'inactive';

export function CardItem({ card }: { card: Card }) {
  const { t } = useTexts();
  const { date, relativeTime } = useFormat();
  const { type, brand, state } = card;
  const status = shownStatus(card);
  return (
    <li className={styles.item}>
      <CardPicture card={card} />
      <div className={styles.text}>
        <div className={styles.heading}>
          <h2 className={styles.title}>
            {brand} {shortNumber(card)}
          </h2>
          {status === 'active' ? (
            <span>{t('cards.status_active')}</span>
          ) : (
            <Badge {...looks[status]}>{t(`cards.status_${status}`)}</Badge>
          )}
        </div>
        <div className={styles.details}>
          <DescriptionList>
            <Fact name={t('cards.type')}>{t(`cards.type_${type}`)}</Fact>
            <Fact name={t('cards.form')}>{t(card.virtual ? 'cards.virtual' : 'cards.plastic')}</Fact>
            <Fact name={t('cards.delivery')}>
              {(state === 'ordered' || state === 'shipped') && t(`cards.delivery_${state}`)}
            </Fact>
            <Fact name={t('cards.expiry')}>{date(card.expiry_date)}</Fact>
            <Fact name={t('cards.monthly_limit')}>
              <Amount value={card.monthly_limit} />
            </Fact>
            <Fact name={t('cards.last_used')}>
              {card.last_used ? relativeTime(card.last_used) : t('cards.never_used')}
            </Fact>
          </DescriptionList>
        </div>
        <CardActions card={card}>
          <Link
            to={`/dashboard/cards/${card.id}`}
            className={buttonClass({ variant: 'secondary' })}
            aria-label={t('cards.details_of', { number: shortNumber(card) })}
          >
            {t('cards.details')}
          </Link>
        </CardActions>
      </div>
    </li>
  );
}
