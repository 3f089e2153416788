import type { ReactNode } from 'react';
import { phoneAddress, phoneLineAttribute } from '@bank/contracts/phone-line';
import { phoneLine } from '@bank/contracts/quoted-figures';
import { config } from '@bank/client/config';
import { Link } from '@bank/client/router';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Icon, type IconName } from '@bank/ui/icon';
import { Stack } from '@bank/ui/layout';
import { openChat } from '../chat/chat-store';
import styles from './other-ways.module.css';
import { useContactTexts } from './texts';

const answers = [
  { to: '/faq', text: 'faq.all' },
  { to: '/faq?category=account', text: 'faq.account' },
  { to: '/faq?category=cards', text: 'faq.cards' },
  { to: '/faq?category=transactions', text: 'faq.transactions' },
] as const;

export function OtherWays() {
  const { t } = useContactTexts();
  const { support_phone: phone } = config;
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
        {phone && (
          <dl className={styles.phone} {...{ [phoneLineAttribute]: '' }}>
            <Hours icon="phone" name={t('line')} when={t('line.hours', phoneLine)}>
              <dd>
                <a href={phoneAddress(phone)} className={styles.number}>
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
