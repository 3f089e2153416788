import { useEffect, useRef } from 'react';
import { responseHours } from '@bank/contracts/support';
import { Icon } from '@bank/ui/icon';
import { StepIndicator } from '@bank/ui/step-indicator';
import { StepTitle } from '@bank/ui/step-title';
import { useTexts } from '../texts';
import styles from './contact-form.module.css';
import { steps, useStepNames } from './steps';
import type { Sent } from './use-contact-form';

/** How long the success stays before the form is ready for another message (specification 2, section 9). */
const successMs = 3_000;

interface SentStepProps extends Sent {
  /** The success was shown long enough; tells whether the focus is still in it. */
  onDone: (hadFocus: boolean) => void;
}

export function SentStep({ ticketId, priority, onDone }: SentStepProps) {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const timer = setTimeout(() => done.current(holdsFocus(box.current)), successMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={box} className={styles.form}>
      <StepIndicator names={useStepNames()} step={steps.length} />
      <div className={styles.sent}>
        <span className={styles.check}>
          <Icon name="check" size={24} />
        </span>
        <StepTitle title={t('contact.step.success.title')} takeFocus />
        <p>{t('contact.reference', { ticketId })}</p>
        <p className={styles.muted}>{t('contact.answer', { hours: responseHours[priority] })}</p>
      </div>
    </div>
  );
}

const holdsFocus = (element: Element | null) => element?.contains(document.activeElement) ?? false;
