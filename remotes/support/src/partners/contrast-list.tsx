import type { WidgetTheme } from '@bank/contracts/widget-theme';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import styles from './contrast-list.module.css';
import { usePartnerTexts } from './texts';
import { legibilityOf, shownTheme } from './theme';

/** Shows whether each text of the typed theme has enough contrast. */
export function ContrastList({ typed }: { typed: Partial<WidgetTheme> }) {
  const { t } = usePartnerTexts();
  const { number } = useFormat();
  const pairs = legibilityOf(shownTheme(typed));
  const faint = pairs.filter(({ isReadable }) => !isReadable).length;
  return (
    <div>
      <h3 className={styles.title}>{t('theme.contrast')}</h3>
      <p role="status" className={styles.summary}>
        {faint === 0 ? t('theme.all_readable') : t('theme.some_faint', { count: faint })}
      </p>
      <ul className={styles.list}>
        {pairs.map(({ text, ratio, isReadable }) => (
          <li key={text}>
            <span>{t(`theme.pair_${text}`)}</span>
            <Badge tone={isReadable ? 'success' : 'danger'}>
              {t(isReadable ? 'theme.readable' : 'theme.faint', { ratio: number(downToTenth(ratio)) })}
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Never rounded up: 4.48 is not 4.5. */
const downToTenth = (ratio: number) => Math.floor(ratio * 10) / 10;
