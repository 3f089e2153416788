import { useEffect, useRef } from 'react';
import { responseHours } from '@bank/contracts/support';
import { Icon } from '@bank/ui/icon';
import { Stack } from '@bank/ui/layout';
import { StepIndicator } from '@bank/ui/step-indicator';
import { StepTitle } from '@bank/ui/step-title';
import styles from './contact-form.module.css';
import { steps, useStepNames } from './steps';
import { useContactTexts } from './texts';
import type { Sent } from './use-contact-form';

/** How long the success is shown before the form is empty again (specification 2, section 9). */
const successMs = 3_000;

interface SentStepProps extends Sent {
  /** Called when the success was shown long enough. */
  onDone: (hadFocus: boolean) => void;
}

export function SentStep({ ticketId, priority, onDone }: SentStepProps) {
  const { t } = useContactTexts();
  const box = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const timer = setTimeout(() => done.current(containsFocus(box.current)), successMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack gap={24} ref={box}>
      <StepIndicator names={useStepNames()} step={steps.length} />
      <div className={styles.sent}>
        <span className={styles.check}>
          <Icon name="check" size={24} />
        </span>
        <StepTitle title={t('step.success.title')} takeFocus />
        <p>{t('reference', { ticketId })}</p>
        <p className={styles.muted}>{t('answer', { hours: responseHours[priority] })}</p>
      </div>
    </Stack>
  );
}

const containsFocus = (element: Element | null) => element?.contains(document.activeElement) ?? false;
