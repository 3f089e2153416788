import type { ReactNode } from 'react';
import { phoneLine } from '@bank/contracts/quoted-figures';
import { Link } from '@bank/client/router';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Icon, type IconName } from '@bank/ui/icon';
import { Stack } from '@bank/ui/layout';
import { openChat } from '../chat/chat-store';
import styles from './other-ways.module.css';
import { useContactTexts } from './texts';
import { useSupportPhone } from './use-support-phone';

const answers = [
  { to: '/faq', text: 'faq.all' },
  { to: '/faq?category=account', text: 'faq.account' },
  { to: '/faq?category=cards', text: 'faq.cards' },
  { to: '/faq?category=transactions', text: 'faq.transactions' },
] as const;

export function OtherWays() {
  const { t } = useContactTexts();
  const phone = useSupportPhone();
  return (
    <Stack>
      <Card title={t('faq.title')} titleId="answers">
        <ul className={styles.links}>
          {answers.map(({ to, text }) => (
            <li key={to}>
              <Link to={to} className={styles.link}>
                {t(text)}
                <Icon name="chevron-right" size={16} />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('reach.title')} titleId="reach">
        <dl className={styles.hours}>
          <Hours icon="life-buoy" name={t('support')} when={t('support.hours')} />
        </dl>
        <Button
          variant="secondary"
          wide
          icon="message-circle"
          className="needs-script"
          aria-haspopup="dialog"
          onClick={openChat}
        >
          {t('chat')}
        </Button>
        {/* Below: a prerendered page knows no number, and the script moves nothing when it adds it. */}
        {phone && (
          <dl className={styles.phone}>
            <Hours icon="phone" name={t('line')} when={t('line.hours', phoneLine)}>
              <dd>
                <a href={`tel:${phone.replace(/[ .-]/g, '')}`} className={styles.number}>
                  {phone}
                </a>
              </dd>
            </Hours>
          </dl>
        )}
      </Card>
    </Stack>
  );
}

interface HoursProps {
  icon: IconName;
  name: string;
  when: string;
  children?: ReactNode;
}

function Hours({ icon, name, when, children }: HoursProps) {
  return (
    <div className={styles.row}>
      <dt>
        <Icon name={icon} />
        {name}
      </dt>
      <dd>{when}</dd>
      {children}
    </div>
  );
}
