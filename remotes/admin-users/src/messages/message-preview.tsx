import type { MessageSegment } from '@bank/contracts/customer-messages';
import { useFormat } from '@bank/i18n/use-format';
import { Card } from '@bank/ui/card';
import styles from './messages.module.css';
import { useMessageTexts } from './texts';

interface Words {
  fr: string;
  en: string;
}

/** A message as its readers see it, in both languages. */
export function MessagePreview({ title, text }: { title: Words; text: Words }) {
  const { t } = useMessageTexts();
  return (
    <div className={styles.preview}>
      {(['fr', 'en'] as const).map((language) => (
        <Card key={language} title={t(`preview.${language}`)}>
          <div lang={language} className={styles.words}>
            <p className={styles.title}>{title[language]}</p>
            <p className={styles.text}>{text[language]}</p>
          </div>
        </Card>
      ))}
    </div>
  );
}

/** The recipients of a message, in words. */
export function SegmentWords({ segment }: { segment: MessageSegment }) {
  const { t } = useMessageTexts();
  const { date } = useFormat();
  const { level, language, country, product, joined_from: from, joined_to: to } = segment;
  const parts = [
    ...(level === 'all' ? [] : [t(`segment.${level}`)]),
    ...(language === 'all' ? [] : [t(`segment.${language}`)]),
    ...(country ? [`${t('form.country')} ${country}`] : []),
    ...(product === 'all' ? [] : [t(`product.${product}`)]),
    ...(from ? [`${t('form.joined_from')} ${date(from)}`] : []),
    ...(to ? [`${t('form.joined_to')} ${date(to)}`] : []),
  ];
  return <>{parts.join(' · ') || t('segment.everybody')}</>;
}
