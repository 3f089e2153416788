import { Post } from './fields';
import type { TextKey, Words } from './texts';

/** The head of a table, by the texts of its columns. */
export const Columns = ({ words, of }: { words: Words; of: readonly TextKey[] }) => (
  <thead>
    <tr>
      {of.map((key) => (
        <th key={key} scope="col">
          {words.t(key)}
        </th>
      ))}
    </tr>
  </thead>
);

interface RowActionProps {
  words: Words;
  to: string;
  hidden: Readonly<Record<string, string>>;
  label: TextKey;
  /** The row, for those who hear the button alone. */
  which: string;
}

/** A button that does one thing to a row. */
export const RowAction = ({ words, to, hidden, label, which }: RowActionProps) => (
  <Post words={words} to={to} hidden={hidden}>
    <button
      type="submit"
      className="plain"
      aria-label={words.t('payments.actionOn', { action: words.t(label), which })}
    >
      {words.t(label)}
    </button>
  </Post>
);
