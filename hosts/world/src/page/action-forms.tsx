import { currencies } from '@bank/contracts/currencies';
import { collectionSequences as sequences } from '../play/requests';
import type { NamedAccount } from '../accounts/accounts';
import { Choice, Field, type FormContext, Post } from './fields';

interface FormsProps {
  context: FormContext;
  accounts: readonly NamedAccount[];
  customers: readonly { iban: string; name: string }[];
  mandates: readonly { reference: string; name: string }[];
  today: string;
}

const nameOf = ({ holder, iban }: NamedAccount) => `${holder}, ${iban.slice(0, 2)}`;
const options = (accounts: readonly NamedAccount[]) =>
  accounts.map((account) => ({ value: account.iban, text: nameOf(account) }));
const payers = (accounts: readonly NamedAccount[]) =>
  accounts.filter(({ kind, behaviour }) => /person|shop|authority/.test(kind) && behaviour === 'settles');

/** The customers that the world knows, offered while an IBAN is typed. */
const Customers = ({ customers }: Pick<FormsProps, 'customers'>) => (
  <datalist id="customers">
    {customers.map(({ iban, name }) => (
      <option key={iban} value={iban}>
        {name}
      </option>
    ))}
  </datalist>
);

/** A choice among the bank's currencies, the euro first. */
const Currency = (props: { context: FormContext; form: string }) => (
  <Choice
    {...props}
    name="currency"
    label="field.currency"
    options={currencies.map((currency) => ({ value: currency, text: currency }))}
  />
);

/** Transfers to customers of the bank. */
export function SendMoney({ context, accounts, customers }: FormsProps) {
  const { words, typed } = context;
  const form = 'credits';
  return (
    <section id="credits" className="card" aria-labelledby="credits-title">
      <h2 id="credits-title">{words.t('send')}</h2>
      <p className="hint">{words.t('send.hint')}</p>
      <Post words={words} to={form}>
        <Customers customers={customers} />
        <Choice
          context={context}
          form={form}
          name="from"
          label="send.from"
          options={options(payers(accounts))}
        />
        <Field context={context} form={form} name="iban" label="field.iban" list="customers" code />
        <Field context={context} form={form} name="name" label="field.name" />
        <div className="pair">
          <Field context={context} form={form} name="amount" label="send.amount" inputMode="decimal" />
          <Currency context={context} form={form} />
        </div>
        <Field context={context} form={form} name="reference" label="field.reference" optional />
        <label className="check">
          <input
            type="checkbox"
            name="instant"
            defaultChecked={typed?.form === form && typed.values.instant === 'on'}
          />
          {words.t('send.instant')}
        </label>
        <button type="submit">{words.t('send.submit')}</button>
      </Post>
    </section>
  );
}

/** Direct debits from them. */
export function Collect({ context, accounts, mandates, today }: FormsProps) {
  const { words } = context;
  const form = 'collections';
  const creditors = accounts
    .filter(({ creditor_id }) => creditor_id !== null)
    .map((account) => ({ value: account.iban, text: `${account.holder} (${account.creditor_id})` }));
  return (
    <section id="collections" className="card" aria-labelledby="collections-title">
      <h2 id="collections-title">{words.t('collect')}</h2>
      <p className="hint">{words.t('collect.hint')}</p>
      <Post words={words} to={form}>
        <Choice context={context} form={form} name="from" label="collect.from" options={creditors} />
        <Field context={context} form={form} name="iban" label="field.iban" list="customers" code />
        <Field context={context} form={form} name="name" label="field.name" />
        <Field context={context} form={form} name="amount" label="field.amount" inputMode="decimal" />
        <datalist id="mandates">
          {mandates.map(({ reference, name }) => (
            <option key={reference} value={reference}>
              {name}
            </option>
          ))}
        </datalist>
        <Field
          context={context}
          form={form}
          name="mandate_id"
          label="field.mandate_id"
          list="mandates"
          value="FLEUVE-2024-0187"
          code
        />
        <div className="pair">
          <Choice
            context={context}
            form={form}
            name="sequence"
            label="field.sequence"
            options={sequences.map((value) => ({ value, text: words.t(`sequence.${value}`) }))}
          />
          <Field
            context={context}
            form={form}
            name="signed_on"
            label="field.signed_on"
            type="date"
            value="2026-01-15"
          />
        </div>
        <Field context={context} form={form} name="due_on" label="field.due_on" type="date" value={today} />
        <Field context={context} form={form} name="reference" label="field.reference" optional />
        <button type="submit">{words.t('collect.submit')}</button>
      </Post>
    </section>
  );
}

/** The forms for bulk messages to the bank: a file of transfers, and the statement of a day. */
export function Files({ context, today }: FormsProps) {
  const { words } = context;
  return (
    <section id="files" className="card" aria-labelledby="files-title">
      <h2 id="files-title">{words.t('file')}</h2>
      <p className="hint">{words.t('file.hint')}</p>
      <Post words={words} to="files">
        <div className="pair">
          <Field
            context={context}
            form="files"
            name="count"
            label="field.count"
            type="number"
            value="100000"
          />
          <Field
            context={context}
            form="files"
            name="amount"
            label="field.amount"
            inputMode="decimal"
            value={words.language === 'fr' ? '152,40' : '152.40'}
          />
        </div>
        <button type="submit">{words.t('file.submit')}</button>
      </Post>
      <h2>{words.t('statement')}</h2>
      <p className="hint">{words.t('statement.hint')}</p>
      <Post words={words} to="statements">
        <div className="pair">
          <Field context={context} form="statements" name="day" label="field.day" type="date" value={today} />
          <Currency context={context} form="statements" />
        </div>
        <button type="submit">{words.t('statement.submit')}</button>
      </Post>
    </section>
  );
}
