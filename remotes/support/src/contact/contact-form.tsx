import { type FormEvent, useState } from 'react';
import { Button } from '@bank/ui/button';
import { ErrorSummary } from '@bank/ui/error-summary';
import { Cluster, Stack } from '@bank/ui/layout';
import { StepIndicator } from '@bank/ui/step-indicator';
import { StepTitle } from '@bank/ui/step-title';
import styles from './contact-form.module.css';
import { CategoryStep, MessageStep, PersonalStep } from './contact-steps';
import { SentStep } from './sent-step';
import { idOf, steps, useStepNames } from './steps';
import { useContactTexts } from './texts';
import { type Sent, useContactForm } from './use-contact-form';

interface ContactFormProps {
  takeFocus: boolean;
  onSent: (ticketId: string) => void;
  /** Called when the success was shown long enough. */
  onDone: (hadFocus: boolean) => void;
}

const stepViews = { personal: PersonalStep, category: CategoryStep, message: MessageStep };

export function ContactForm({ takeFocus, onSent, onDone }: ContactFormProps) {
  const { t } = useContactTexts();
  const stepNames = useStepNames();
  const [sent, setSent] = useState<Sent>();
  const [moved, setMoved] = useState(takeFocus);
  const contact = useContactForm((done) => {
    setSent(done);
    onSent(done.ticketId);
  });
  const { form, step, tried, errorOf, next, back, isSending } = contact;
  const current = steps[step];
  if (sent) return <SentStep {...sent} onDone={onDone} />;
  if (!current) return null;

  const View = stepViews[current.name];
  const errors = current.fields.flatMap((field) => {
    const message = errorOf(field);
    return message ? [{ id: idOf(field), label: t(`${field}`) }] : [];
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMoved(true);
    void next();
  };
  return (
    <Stack as="form" gap={24} onSubmit={submit} noValidate>
      <StepIndicator names={stepNames} step={step} />
      <StepTitle key={step} title={t(`step.${current.name}.title`)} takeFocus={moved} />
      <ErrorSummary
        errors={errors}
        message={tried.missing && errors.length > 0 ? t('required') : form.failure}
        attempt={tried.attempt}
      />
      <View contact={contact} />
      <Actions step={step} sending={isSending} onBack={back} />
    </Stack>
  );
}

function Actions({ step, sending, onBack }: { step: number; sending: boolean; onBack: () => void }) {
  const { t } = useContactTexts();
  const isLast = step === steps.length - 1;
  return (
    <Cluster className={styles.actions}>
      <Button type="submit" loading={sending} icon={isLast ? 'send' : undefined}>
        {isLast ? t('send') : t('continue')}
      </Button>
      {step > 0 && (
        <Button variant="secondary" disabled={sending} onClick={onBack}>
          {t('back')}
        </Button>
      )}
    </Cluster>
  );
}
