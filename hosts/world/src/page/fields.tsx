import type { ReactNode } from 'react';
import type { TextKey, Words } from './texts';

/** The typed values of a form that is shown again, and its invalid fields. */
export interface Typed {
  form: string;
  values: Readonly<Record<string, string>>;
  /** Fields, or a code for the whole form. */
  faults: readonly string[];
}

export interface FormContext {
  words: Words;
  typed?: Typed;
}

interface FieldProps {
  context: FormContext;
  form: string;
  name: string;
  label: TextKey;
  value?: string;
  optional?: boolean;
  type?: 'text' | 'date' | 'number';
  inputMode?: 'decimal' | 'numeric' | 'text';
  list?: string;
  /** For machine-readable texts. */
  code?: boolean;
}

/** A labelled field that keeps its typed value, with its error below. */
export function Field({ context, form, name, label, value = '', optional = false, ...input }: FieldProps) {
  const { words, typed } = context;
  const isShown = typed?.form === form;
  const isWrong = isShown && typed.faults.includes(name);
  const id = `${form}-${name}`;
  const { code = false, type = 'text', ...rest } = input;
  return (
    <div className="field">
      <label htmlFor={id}>
        {words.t(label)}
        {optional && <span className="optional"> ({words.t('field.optional')})</span>}
      </label>
      <input
        id={id}
        name={name}
        type={type}
        defaultValue={(isShown ? typed.values[name] : undefined) ?? value}
        className={code ? 'code' : undefined}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        {...rest}
      />
      {isWrong && (
        <p className="error" id={`${id}-error`}>
          {words.t(errorKey(name))}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  context: FormContext;
  form: string;
  name: string;
  label: TextKey;
  options: readonly { value: string; text: string }[];
}

/** A labelled selection that keeps its value. */
export function Choice({ context: { words, typed }, form, name, label, options }: ChoiceProps) {
  const id = `${form}-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{words.t(label)}</label>
      <select id={id} name={name} defaultValue={typed?.form === form ? typed.values[name] : undefined}>
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface PostProps {
  words: Words;
  /** The path without its slash, which is also the form's name. */
  to: string;
  hidden?: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** A form that works without a script, and returns to the page in the same language. */
export const Post = ({ words, to, hidden = {}, children }: PostProps) => (
  <form method="post" action={`/${to}`}>
    {Object.entries({ lang: words.language, ...hidden }).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
  </form>
);

const known: Record<string, TextKey> = {
  iban: 'error.iban',
  name: 'error.name',
  amount: 'error.amount',
  reference: 'error.reference',
  mandate_id: 'error.mandate_id',
  signed_on: 'error.signed_on',
  due_on: 'error.due_on',
  count: 'error.count',
  rate: 'error.rate',
  day: 'error.day',
  probability: 'error.probability',
  seed: 'error.seed',
  number: 'error.number',
  expiry: 'error.expiry',
  code: 'error.code',
  pin: 'error.pin',
  NO_SUCH_ACCOUNT: 'error.NO_SUCH_ACCOUNT',
  NO_SUCH_BROWSER: 'error.NO_SUCH_BROWSER',
  NO_CREDITOR: 'error.NO_CREDITOR',
  NO_SUCH_PAYMENT: 'error.NO_SUCH_PAYMENT',
  DECIDED: 'error.DECIDED',
  NO_ACCOUNT: 'error.NO_ACCOUNT',
  NO_CUSTOMERS: 'error.NO_CUSTOMERS',
};

/** The sentence for a field at fault, or for a code. */
export const errorKey = (fault: string): TextKey => known[fault] ?? 'error.other';
