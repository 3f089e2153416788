import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Segmented } from './segmented';
import { setTheme, useTheme } from '../theme/theme';

/** The choice between the device's theme, light and dark. */
export function ThemeSwitch({ compact }: { compact?: boolean }) {
  const { t } = useSharedTexts();
  return (
    <Segmented
      label={t('theme.label')}
      compact={compact}
      value={useTheme()}
      onChange={setTheme}
      options={[
        { value: 'system', label: t('theme.system'), icon: 'monitor' },
        { value: 'light', label: t('theme.light'), icon: 'sun' },
        { value: 'dark', label: t('theme.dark'), icon: 'moon' },
      ]}
    />
  );
}
