import { Link } from '@bank/client/router';
import { Button, buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Icon } from '@bank/ui/icon';
import { openChat } from '../chat/chat-store';
import styles from './help-card.module.css';
import { useFaqTexts } from './texts';

/** Other ways to get help, below the questions. */
export function HelpCard() {
  const { t } = useFaqTexts();
  return (
    <div className={styles.help}>
      <Card title={t('help.title')} titleId="help">
        <p className={styles.message}>{t('help.message')}</p>
        <div className={styles.actions}>
          <Button
            wide
            icon="message-circle"
            className="needs-script"
            aria-haspopup="dialog"
            onClick={openChat}
          >
            {t('help.chat')}
          </Button>
          <Link to="/contact" className={buttonClass({ variant: 'secondary', wide: true })}>
            <Icon name="mail" />
            {t('help.contact')}
          </Link>
        </div>
      </Card>
    </div>
  );
}
