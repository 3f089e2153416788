import type { CSSProperties } from 'react';
import type { WidgetTheme } from '@bank/contracts/widget-theme';
import { Icon } from '@bank/ui/icon';
import { usePartnerTexts } from './texts';
import { shownTheme } from './theme';
import styles from './theme-preview.module.css';

/** The chat with the typed theme. */
export function ThemePreview({ typed }: { typed: Partial<WidgetTheme> }) {
  const { t } = usePartnerTexts();
  const theme = shownTheme(typed);
  return (
    <div>
      <h3 className={styles.title}>{t('theme.preview')}</h3>
      <div
        className={styles.page}
        role="img"
        aria-label={t('theme.preview_label')}
        data-side={theme.launcherSide}
        style={propertiesOf(theme)}
      >
        <div className={styles.panel}>
          <p className={styles.head}>{t('theme.preview_title')}</p>
          <div className={styles.talk}>
            <p className={styles.question}>{t('theme.preview_question')}</p>
            <p className={styles.link}>{t('theme.preview_link')}</p>
            <p className={styles.answer}>{t('theme.preview_answer')}</p>
            <p className={styles.time}>{t('theme.preview_time')}</p>
            <p className={styles.error}>{t('theme.preview_error')}</p>
            <p className={styles.field}>{t('theme.preview_field')}</p>
          </div>
        </div>
        <span className={styles.launcher}>
          <Icon name="message-circle" size={24} />
        </span>
      </div>
    </div>
  );
}

const propertiesOf = ({ launcherSide: _, launcherInset, ...theme }: WidgetTheme) =>
  Object.fromEntries([
    ...Object.entries(theme).map(([name, value]) => [`--widget-${name.toLowerCase()}`, value]),
    ['--widget-inset', launcherInset],
  ]) as CSSProperties;
