import { Button } from '@bank/ui/button';
import { setSimple, useSimple } from '@bank/ui/simple-mode';
import { useTexts } from '../texts';
import styles from './simple-choice.module.css';

/** The choice of Mode simple on a first visit; the page confirms it at once. */
export function SimpleChoice() {
  const { t } = useTexts();
  const isSimple = useSimple();
  return (
    <div className={`needs-script ${styles.choice}`}>
      <p role="status">{t(isSimple ? 'simple.chosen' : 'simple.offer')}</p>
      <Button variant="secondary" size="small" onClick={() => setSimple(!isSimple)}>
        {t(isSimple ? 'simple.leave' : 'simple.choose')}
      </Button>
    </div>
  );
}
