import type { Language } from '@bank/contracts/language';
import { setLanguage } from '@bank/i18n/language';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Segmented, type Segment } from './segmented';

// A language is named in itself, so that who cannot read the page still finds it.
const options: readonly Segment<Language>[] = [
  { value: 'fr', label: 'FR', fullName: 'Français', lang: 'fr' },
  { value: 'en', label: 'EN', fullName: 'English', lang: 'en' },
];

/** Chooses the language of the page. */
export function LanguageSelector() {
  const { t, language } = useSharedTexts();
  return (
    <Segmented
      label={t('language.label')}
      options={options}
      value={language}
      onChange={setLanguage}
      name="language"
    />
  );
}
