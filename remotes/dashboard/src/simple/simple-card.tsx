import { Card } from '@bank/ui/card';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { setSimple, useSimple } from '@bank/ui/simple-mode';
import settings from '../settings/settings.module.css';
import { useSimpleTexts } from './texts';

/** The choice of Mode simple for this browser; applies at once. */
export function SimpleCard() {
  const { t } = useSimpleTexts();
  return (
    <Card title={t('display')}>
      <p className={settings.lead}>{t('choice_lead')}</p>
      <CheckboxField
        label={t('choice')}
        hint={t('choice_hint')}
        checked={useSimple()}
        onChange={({ target }) => setSimple(target.checked)}
      />
    </Card>
  );
}
