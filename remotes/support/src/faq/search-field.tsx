import { Icon } from '@bank/ui/icon';
import { TextField } from '@bank/ui/text-field';
import styles from './search-field.module.css';
import { useFaqTexts } from './texts';

interface SearchFieldProps {
  value: string;
  onChange: (text: string) => void;
}

/** Filters while typing; Enter does nothing more. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const { t } = useFaqTexts();
  return (
    <form role="search" className={styles.search} onSubmit={(event) => event.preventDefault()}>
      <TextField
        label={t('search')}
        id="question-search"
        type="search"
        name="search"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        placeholder={t('search.example')}
        prefix={<Icon name="search" />}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </form>
  );
}
