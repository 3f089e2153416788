import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { NamedAccount } from '../accounts/accounts';
import type { Words } from './texts';

/** The made-up accounts: their holders, and the effect of paying to them. */
export function AccountList({ words, accounts }: { words: Words; accounts: readonly NamedAccount[] }) {
  const { t, money } = words;
  const people = accounts.filter(({ kind }) => /person|shop|authority/.test(kind));
  return (
    <section id="accounts" className="card wide" aria-labelledby="accounts-title" data-live="">
      <h2 id="accounts-title">{t('accounts')}</h2>
      <p className="hint">{t('accounts.any')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('accounts.holder')}</th>
            <th scope="col">{t('accounts.iban')}</th>
            <th scope="col">{t('accounts.behaviour')}</th>
            <th scope="col" className="number">
              {t('accounts.balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((account) => (
            <tr key={account.id}>
              <th scope="row" data-label={t('accounts.holder')}>
                {account.holder}
                {account.creditor_id && <span className="note code">{account.creditor_id}</span>}
              </th>
              <td data-label={t('accounts.iban')}>
                <span className="code">{inGroupsOfFour(account.iban)}</span>
                <span className="note code">{account.bic}</span>
              </td>
              <td data-label={t('accounts.behaviour')}>
                {t(`behaviour.${account.behaviour}`)}
                <span className="note">{t(`recalls.${account.recalls}`)}</span>
              </td>
              <td data-label={t('accounts.balance')} className="number figure">
                {money(account.balance)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
