import type { CardPayment } from '../cards/card-payments';
import { shopOf, shops } from '../cards/shops';
import { Choice, Field, type FormContext, Post } from './fields';
import { Columns, RowAction } from './table-parts';
import type { Words } from './texts';

const modes = ['ECOM', 'CTLS', 'CICC'] as const;

/** A card used in a shop, online or at a machine. */
export function PayByCard({ context }: { context: FormContext }) {
  const { words } = context;
  const form = 'cards';
  const shopText = ({ name, country, currency }: (typeof shops)[number]) =>
    `${name} (${country}, ${currency})`;
  return (
    <section id="cards" className="card" aria-labelledby="cards-title">
      <h2 id="cards-title">{words.t('cards')}</h2>
      <p className="hint">{words.t('cards.hint')}</p>
      <Post words={words} to={form}>
        <Choice
          context={context}
          form={form}
          name="shop"
          label="cards.shop"
          options={shops.map((each) => ({ value: each.id, text: shopText(each) }))}
        />
        <Choice
          context={context}
          form={form}
          name="mode"
          label="cards.mode"
          options={modes.map((value) => ({ value, text: words.t(`cards.mode.${value}`) }))}
        />
        <Field context={context} form={form} name="number" label="cards.number" inputMode="numeric" code />
        <div className="pair">
          <Field context={context} form={form} name="expiry" label="cards.expiry" code />
          <Field
            context={context}
            form={form}
            name="code"
            label="cards.code"
            inputMode="numeric"
            optional
            code
          />
        </div>
        <div className="pair">
          <Field
            context={context}
            form={form}
            name="pin"
            label="cards.pin"
            inputMode="numeric"
            optional
            code
          />
          <Field
            context={context}
            form={form}
            name="amount"
            label="field.amount_of_shop"
            inputMode="decimal"
          />
        </div>
        <button type="submit">{words.t('cards.submit')}</button>
      </Post>
    </section>
  );
}

interface CardListProps {
  words: Words;
  payments: readonly CardPayment[];
  today: string;
  areProved: boolean;
}

/** The newest uses of cards, with the possible next actions. */
export function CardList({ words, payments, today, areProved }: CardListProps) {
  const { t } = words;
  return (
    <section id="cardActions" className="card wide" aria-labelledby="card-actions-title" data-live="">
      <h2 id="card-actions-title">{t('cardActions')}</h2>
      <p className="hint">{t('cardActions.hint')}</p>
      <Post words={words} to="cardReconciliations" hidden={{ day: today }}>
        <button type="submit" className="plain">
          {t('cardActions.reconcile')}
        </button>
      </Post>
      <Post words={words} to="cardProofs" hidden={{ proved: String(!areProved) }}>
        <p className="hint">{t(areProved ? 'cardActions.proved' : 'cardActions.unproved')}</p>
        <button type="submit" className="plain">
          {t(areProved ? 'cardActions.giveBack' : 'cardActions.prove')}
        </button>
      </Post>
      {payments.length > 0 && (
        <table>
          <Columns words={words} of={['payments.what', 'payments.state', 'payments.action']} />
          <tbody>
            {payments.map((payment) => (
              <CardRow key={payment.reference} words={words} payment={payment} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The actions that may follow a payment in each state. */
const follows: Record<
  CardPayment['state'],
  readonly ('clear' | 'reverse' | 'refund' | 'chargeBack' | 'again')[]
> = {
  asked: [],
  declined: [],
  unanswered: [],
  reversed: [],
  challenged: ['again'],
  approved: ['clear', 'reverse'],
  cleared: ['refund', 'chargeBack'],
};

function CardRow({ words, payment }: { words: Words; payment: CardPayment }) {
  const { t, money, time } = words;
  const { reference, currency, amount, cleared, refunded, state, code } = payment;
  const which = `${money(amount, currency)}, ${shopOf(payment.shop).name}`;
  return (
    <tr>
      <td data-label={t('payments.what')}>
        <strong className="figure">{money(amount, currency)}</strong>
        <span className="note">
          {shopOf(payment.shop).name}, {time(payment.created_at)}
        </span>
        {cleared > 0n && (
          <span className="note">
            {t('cardActions.cleared', { amount: money(cleared - refunded, currency) })}
          </span>
        )}
      </td>
      <td data-label={t('payments.state')}>
        <span className={`badge ${state}`}>{t(`cardState.${state}`)}</span>
        {code && <span className="note code">{code}</span>}
      </td>
      <td data-label={t('payments.action')}>
        <div className="buttons">
          {follows[state].map((action) => (
            <RowAction
              key={action}
              words={words}
              which={which}
              to="cardActions"
              hidden={{ reference, action }}
              label={`cardActions.${action}`}
            />
          ))}
        </div>
      </td>
    </tr>
  );
}
