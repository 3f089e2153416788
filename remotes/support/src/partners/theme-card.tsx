import type { Partner } from '@bank/contracts/partners';
import { partnerTheme } from '@bank/contracts/partners';
import { bankTheme, themeTokenNames, type WidgetTheme } from '@bank/contracts/widget-theme';
import { withUserMessage } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { FormActions } from '@bank/ui/form-actions';
import { Stack } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { ContrastList } from './contrast-list';
import { ChangeableFields } from './may-change';
import { usePartnerUpdate } from './partners.api';
import { usePartnerTexts } from './texts';
import styles from './theme-card.module.css';
import { ThemeFields } from './theme-fields';
import { ThemePreview } from './theme-preview';
import { usePart } from './use-part';

export function ThemeCard({ partner }: { partner: Partner }) {
  const { t } = usePartnerTexts();
  const shared = useSharedTexts();
  const { show } = useToast();
  const known = usePartnerUpdate();
  const { draft, save, present } = usePart(partner, 'theme');
  const form = useBankForm({
    schema: partnerTheme,
    defaultValues: startingTheme(partner.theme),
    draft,
  });
  const typed = form.watch();
  const send = form.submit(async (theme) => {
    const { name, origins } = partner;
    try {
      const saved = await save({ name, origins, theme });
      form.resetSent(startingTheme(saved.theme));
      known(saved);
    } catch (error) {
      throw withUserMessage(error, { failed: t('theme.failed') });
    }
    show({ type: 'success', message: t('theme.saved') });
  });
  const wordsOf = (theme: Partial<WidgetTheme>) =>
    themeTokenNames
      .filter((name) => (theme[name] ?? '') !== (typed[name] ?? ''))
      .map((name) => `${t(`theme.${name}`)} ${theme[name] ?? bankTheme[name]}`)
      .join(', ');
  const clear = () => {
    for (const name of themeTokenNames) form.setValue(name, '', { shouldDirty: true });
    form.clearErrors();
  };
  return (
    <Card title={t('theme.title')}>
      <p className={styles.lead}>{t('theme.lead')}</p>
      <div className={styles.editor}>
        <Stack as="form" noValidate onSubmit={(event) => void send(event)}>
          <ChangeableFields>
            <Stack>
              <ThemeFields form={form} typed={typed} />
              {present && <Alert>{t('present.theme', { values: wordsOf(present.theme) })}</Alert>}
              <FormActions submit={shared.t('action.save')} isSending={form.formState.isSubmitting}>
                <Button variant="quiet" disabled={form.formState.isSubmitting} onClick={clear}>
                  {t('theme.reset')}
                </Button>
              </FormActions>
            </Stack>
          </ChangeableFields>
        </Stack>
        <Stack gap={24} className={styles.outcome}>
          <ContrastList typed={typed} />
          <ThemePreview typed={typed} />
        </Stack>
      </div>
    </Card>
  );
}

/** Every token as form values: empty for the bank's own value. */
const startingTheme = (theme: Partial<WidgetTheme>) =>
  Object.fromEntries(themeTokenNames.map((name) => [name, theme[name] ?? ''])) as WidgetTheme;
