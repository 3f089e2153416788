import styles from './skip-link.module.css';
import { useClientTexts } from '../locales/texts';

/** The id of the `main` element that every frame draws around its page. */
export const contentId = 'content';

/** The first stop of the keyboard: past the navigation, to the page. */
export function SkipLink() {
  const { t } = useClientTexts();
  return (
    <a className={styles.skip} href={`#${contentId}`}>
      {t('nav.skip')}
    </a>
  );
}
