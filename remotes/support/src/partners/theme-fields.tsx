import { useId } from 'react';
import { bankTheme, themeTokenNames, type ThemeToken, type WidgetTheme } from '@bank/contracts/widget-theme';
import type { useBankForm } from '@bank/client/form';
import { ErrorSummary } from '@bank/ui/error-summary';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { usePartnerTexts } from './texts';
import { colourTokens, shownTheme } from './theme';
import styles from './theme-fields.module.css';

type Typed = Partial<WidgetTheme>;

interface ThemeFieldsProps {
  form: ReturnType<typeof useBankForm<Typed, Typed>>;
  typed: Typed;
}

/** One field per token; colours can be typed or picked. */
export function ThemeFields({ form, typed }: ThemeFieldsProps) {
  const { t } = usePartnerTexts();
  const id = useId();
  const shown = shownTheme(typed);
  const field = (name: ThemeToken) => ({
    id: `${id}-${name}`,
    label: t(`theme.${name}`),
    error: form.errorOf(name),
    ...form.register(name),
  });
  const text = (name: ThemeToken) => ({
    ...field(name),
    placeholder: bankTheme[name],
    autoComplete: 'off',
    spellCheck: false,
  });
  const errors = themeTokenNames.flatMap((name) => {
    const message = form.errorOf(name);
    return message ? [{ id: `${id}-${name}`, label: t(`theme.${name}`) }] : [];
  });
  const pick = (name: ThemeToken, colour: string) =>
    form.setValue(name, colour, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <>
      <ErrorSummary errors={errors} message={form.failure} attempt={form.formState.submitCount} />
      <div className={styles.fields}>
        {colourTokens.map((name) => (
          <TextField
            key={name}
            {...text(name)}
            control={
              <input
                type="color"
                className={styles.picker}
                aria-label={t('theme.pick', { name: t(`theme.${name}`) })}
                value={shown[name]}
                onChange={({ target }) => pick(name, target.value)}
              />
            }
          />
        ))}
        <TextField {...text('radius')} hint={t('theme.radius_hint')} />
        <TextField {...text('launcherInset')} hint={t('theme.launcherInset_hint')} />
        <SelectField
          {...field('launcherSide')}
          placeholder={t('theme.side_default')}
          options={[
            { value: 'start', label: t('theme.side_start') },
            { value: 'end', label: t('theme.side_end') },
          ]}
        />
      </div>
    </>
  );
}
