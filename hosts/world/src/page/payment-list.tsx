import { inGroupsOfFour } from '@bank/contracts/account-number';
import { debitReason } from '@bank/contracts/debit-reasons';
import { railReason } from '@bank/contracts/rail-reasons';
import type { Payment } from '../clearing/payments';
import type { ListedRecall, Recall } from '../clearing/recalls';
import { Post } from './fields';
import { Columns, RowAction } from './table-parts';
import type { Words } from './texts';

interface PaymentsProps {
  words: Words;
  payments: readonly Payment[];
  recalls: readonly ListedRecall[];
}

/** Recalls that wait for an answer, and the newest payments with their actions. */
export function PaymentList({ words, payments, recalls }: PaymentsProps) {
  const { t, money } = words;
  return (
    <>
      <section id="recalls" className="card" aria-labelledby="recalls-title" data-live="">
        <h2 id="recalls-title">{t('recalls')}</h2>
        {recalls.length === 0 && <p className="hint">{t('recalls.none')}</p>}
        <ul className="decisions">
          {recalls.map((recall) => (
            <li key={recall.recall_id}>
              {recall.amount !== null && (
                <strong className="figure">
                  {t('payments.which', {
                    amount: money(recall.amount, recall.currency),
                    name: recall.customer_name,
                  })}
                </strong>
              )}
              <p>{t('recalls.of', { transaction: recall.transaction_id, reason: recall.reason })}</p>
              <div className="buttons">
                <RecallButton words={words} recall={recall} accepts />
                <RecallButton words={words} recall={recall} accepts={false} />
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section id="payments" className="card" aria-labelledby="payments-title" data-live="">
        <h2 id="payments-title">{t('payments')}</h2>
        {payments.length === 0 ? (
          <p className="hint">{t('payments.none')}</p>
        ) : (
          <table>
            <Columns
              words={words}
              of={['payments.what', 'payments.customer', 'payments.state', 'payments.action']}
            />
            <tbody>
              {payments.map((payment) => (
                <PaymentRow key={payment.id} words={words} payment={payment} />
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>
  );
}

const RecallButton = ({ words, recall, accepts }: { words: Words; recall: Recall; accepts: boolean }) => (
  <Post words={words} to="recalls" hidden={{ recall_id: recall.recall_id, accepts: String(accepts) }}>
    <button type="submit" className={accepts ? undefined : 'plain'}>
      {words.t(accepts ? 'recalls.accept' : 'recalls.refuse')}
    </button>
  </Post>
);

function PaymentRow({ words, payment }: { words: Words; payment: Payment }) {
  const { t, money, time, day } = words;
  const isCollection = payment.kind === 'collection';
  const { kind, state, reason, customer_name, customer_iban } = payment;
  return (
    <tr>
      <td data-label={t('payments.what')}>
        <strong className="figure">{money(payment.amount, payment.currency)}</strong>
        <span className="note">
          {t(`kind.${kind}`)}
          {payment.instant === 1 && `, ${t('payments.instant')}`}, {time(payment.created_at)}
        </span>
        {payment.due_on && payment.mandate_id && (
          <span className="note">
            {t('payments.due', { day: day(payment.due_on), mandate: payment.mandate_id })}
          </span>
        )}
        {payment.remittance && <span className="note">{payment.remittance}</span>}
        {payment.uetr && <span className="note code">UETR {payment.uetr}</span>}
      </td>
      <td data-label={t('payments.customer')}>
        {customer_name || '—'}
        <span className="note code">{inGroupsOfFour(customer_iban)}</span>
      </td>
      <td data-label={t('payments.state')}>
        <span className={`badge ${state}`}>
          {t(`${isCollection ? 'collection' : 'payment'}State.${state}`)}
        </span>
        {reason && (
          <span className="note">
            <span className="code">{reason}</span>
            {` ${(isCollection ? debitReason : railReason)(reason, words.language)}`}
          </span>
        )}
      </td>
      <td data-label={t('payments.action')}>
        <PaymentActions words={words} payment={payment} />
      </td>
    </tr>
  );
}

function PaymentActions({ words, payment }: { words: Words; payment: Payment }) {
  const { t, money } = words;
  if (payment.kind !== 'received') return <span className="note">—</span>;
  const which = t('payments.which', {
    amount: money(payment.amount, payment.currency),
    name: payment.customer_name,
  });
  const action = (key: 'payments.return' | 'payments.accept' | 'payments.reject', accepts: boolean) => (
    <RowAction
      words={words}
      which={which}
      to="decisions"
      hidden={{ transaction_id: payment.transaction_id, accepts: String(accepts) }}
      label={key}
    />
  );
  if (payment.state === 'settled') return action('payments.return', false);
  if (payment.state !== 'pending') return <span className="note">—</span>;
  return (
    <div className="buttons">
      {action('payments.accept', true)}
      {action('payments.reject', false)}
    </div>
  );
}
