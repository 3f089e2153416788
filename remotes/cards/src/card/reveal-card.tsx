import type { Card, CardRevealed } from '@bank/contracts/cards';
import { useFailureText } from '@bank/client/call-failure';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { CopyButton } from '@bank/ui/copy-button';
import { classNames } from '@bank/ui/class-names';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { revealSeconds } from '@bank/contracts/card-reveal';
import { printedExpiry } from '../cards/printed-expiry';
import { Section } from './section';
import styles from './reveal-card.module.css';
import { useCardTexts } from './texts';
import { useInSight } from './use-in-sight';
import { useRevealed } from './use-revealed';

/** The number, expiry and code of a card, shown for a minute after an approval. */
export function RevealCard({ card }: { card: Card }) {
  const { t } = useCardTexts();
  const { revealed, seconds, isAsking, error, reveal, hide } = useRevealed(card.id);
  const failure = useFailureText(error, { failed: t('reveal.failed'), offline: t('controls.offline') });
  return (
    <Section title={t('reveal.title')} lead={t('reveal.lead', { count: revealSeconds })}>
      {error && <Alert tone="danger">{failure}</Alert>}
      {revealed && <Secrets revealed={revealed} seconds={seconds} />}
      <Button
        variant="secondary"
        icon={revealed ? 'eye-off' : 'eye'}
        loading={isAsking}
        onClick={() => (revealed ? hide() : void reveal())}
      >
        {t(revealed ? 'reveal.hide' : 'reveal.action')}
      </Button>
      <VisuallyHidden>
        <span role="status">{revealed ? t('reveal.said', { count: revealSeconds }) : ''}</span>
      </VisuallyHidden>
    </Section>
  );
}

interface SecretsProps {
  revealed: CardRevealed;
  seconds: number;
}

/** Dots in the place of the figures while nobody looks at the page; it is not printed either. */
function Secrets({ revealed: { number, expiry, code }, seconds }: SecretsProps) {
  const { t } = useCardTexts();
  const isInSight = useInSight();
  const figures = (text: string) => (isInSight ? text : text.replace(/\d/g, '•'));
  const copy = (label: string, text: string, done: string) =>
    isInSight && <CopyButton label={t('reveal.copy')} fullLabel={label} text={text} done={done} />;
  return (
    <div className={classNames(styles.secrets, 'notranslate')} translate="no">
      <div className={classNames(!isInSight && styles.covered)}>
        <DescriptionList stacked>
          <Fact name={t('reveal.number')}>
            <span className={styles.figures}>{figures(number.replace(/(\d{4})(?=\d)/g, '$1 '))}</span>
            {copy(t('reveal.copy_number'), number, t('reveal.copied_number'))}
          </Fact>
          <Fact name={t('reveal.expiry')}>
            <span className={styles.figures}>{figures(printedExpiry(expiry))}</span>
            {copy(t('reveal.copy_expiry'), printedExpiry(expiry), t('reveal.copied_expiry'))}
          </Fact>
          <Fact name={t('reveal.code')}>
            <span className={styles.figures}>{figures(code)}</span>
            {copy(t('reveal.copy_code'), code, t('reveal.copied_code'))}
          </Fact>
        </DescriptionList>
      </div>
      <p>{isInSight ? t('reveal.left', { count: seconds }) : t('reveal.covered', { count: seconds })}</p>
    </div>
  );
}
