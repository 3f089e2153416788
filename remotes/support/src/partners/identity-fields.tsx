import { useId, useRef } from 'react';
import { partnerLimits } from '@bank/contracts/partners';
import type { useBankForm } from '@bank/client/form';
import { Button } from '@bank/ui/button';
import { ControlButton } from '@bank/ui/control-button';
import { ErrorSummary } from '@bank/ui/error-summary';
import { TextField } from '@bank/ui/text-field';
import styles from './identity-fields.module.css';
import type { startingIdentity } from './identity-form';
import { usePartnerTexts } from './texts';

type Identity = ReturnType<typeof startingIdentity>;
type IdentityForm = ReturnType<typeof useBankForm<Identity, Identity>>;

export function IdentityFields({ form }: { form: IdentityForm }) {
  const { t } = usePartnerTexts();
  const id = useId();
  const labels = [
    { name: 'name', label: t('identity.name') } as const,
    ...form.watch('origins').map((_, at) => ({
      name: `origins.${at}` as const,
      label: t('identity.origin', { number: at + 1 }),
    })),
  ];
  const errors = labels.flatMap(({ name, label }) => {
    const message = form.errorOf(name);
    return message ? [{ id: `${id}-${name}`, label }] : [];
  });
  return (
    <>
      <ErrorSummary errors={errors} message={form.failure} attempt={form.formState.submitCount} />
      <TextField
        id={`${id}-name`}
        label={t('identity.name')}
        required
        autoComplete="off"
        error={form.errorOf('name')}
        {...form.register('name')}
      />
      <OriginFields id={id} form={form} />
    </>
  );
}

/** The addresses of the pages on which the partner embeds, at least one. */
function OriginFields({ id, form }: { id: string; form: IdentityForm }) {
  const { t } = usePartnerTexts();
  const add = useRef<HTMLButtonElement>(null);
  const origins = form.watch('origins');
  const change = (next: string[]) => {
    form.clearErrors();
    form.setValue('origins', next, { shouldDirty: true });
  };
  const remove = (at: number) => {
    change(origins.filter((_, place) => place !== at));
    add.current?.focus();
  };
  return (
    <fieldset className={styles.origins} aria-describedby={`${id}-hint`}>
      <legend>{t('identity.origins')}</legend>
      <p id={`${id}-hint`} className={styles.hint}>
        {t('identity.origins_hint')}
      </p>
      {origins.map((_, at) => (
        <TextField
          key={at}
          id={`${id}-origins.${at}`}
          label={t('identity.origin', { number: at + 1 })}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          error={form.errorOf(`origins.${at}`)}
          control={
            origins.length > 1 && (
              <ControlButton
                icon="x"
                aria-label={t('identity.remove', { number: at + 1 })}
                onClick={() => remove(at)}
              />
            )
          }
          {...form.register(`origins.${at}`)}
        />
      ))}
      <Button
        ref={add}
        variant="secondary"
        size="small"
        icon="plus"
        disabled={origins.length >= partnerLimits.origins}
        onClick={() => change([...origins, ''])}
      >
        {t('identity.add')}
      </Button>
    </fieldset>
  );
}
