import { useEffect, useRef } from 'react';
import type { Card } from '@bank/contracts/cards';
import { Link } from '@bank/client/router';
import { buttonClass } from '@bank/ui/button';
import { CardPicture } from '../cards/card-picture';
import { useTexts } from '../texts';
import styles from './create-card.module.css';

/** The card that was just issued, and the way to all of them. */
export function CreatedCard({ card, onLeave }: { card: Card; onLeave: () => void }) {
  const { t } = useTexts();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <div className={styles.form}>
      <CardPicture card={card} />
      <Link ref={link} to="/dashboard/cards" className={buttonClass({ wide: true })} onClick={onLeave}>
        {t('create.see_cards')}
      </Link>
    </div>
  );
}
