import { CheckboxField } from '@bank/ui/checkbox-field';
import { Dialog } from '@bank/ui/dialog';
import { useTexts } from '../texts';
import { shortcutKeys } from './use-shortcuts';
import styles from './shortcuts-help.module.css';

interface ShortcutsHelpProps {
  open: boolean;
  onClose: () => void;
  isOn: boolean;
  onTurn: (on: boolean) => void;
}

const keys = [...shortcutKeys, 'Esc'] as const;

export function ShortcutsHelp({ open, onClose, isOn, onTurn }: ShortcutsHelpProps) {
  const { t } = useTexts();
  return (
    <Dialog open={open} onClose={onClose} size="small" title={t('payments.shortcuts')}>
      <dl className={styles.keys}>
        {keys.map((key) => (
          <div key={key} className={styles.key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>
              {t(`payments.shortcut_${key === '?' ? 'help' : (key.toLowerCase() as Lowercase<typeof key>)}`)}
            </dd>
          </div>
        ))}
      </dl>
      <CheckboxField
        label={t('payments.shortcuts_on')}
        hint={t('payments.shortcuts_hint')}
        checked={isOn}
        onChange={({ target }) => onTurn(target.checked)}
      />
    </Dialog>
  );
}
