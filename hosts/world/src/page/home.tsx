import type { NamedAccount } from '../accounts/accounts';
import type { CardPayment } from '../cards/card-payments';
import type { Payment } from '../clearing/payments';
import type { ListedRecall } from '../clearing/recalls';
import type { ListedMessage } from '../messages/history';
import type { MisbehaviourState } from '../misbehaviour/misbehaviour';
import type { Browser, PushedMessage } from '../push/browsers';
import type { TextMessage } from '../telephones/telephones';
import { AccountList } from './account-list';
import { Collect, Files, SendMoney } from './action-forms';
import { CardList, PayByCard } from './card-forms';
import { FaultPanel, faultSummary } from './fault-panel';
import { errorKey, type FormContext } from './fields';
import { MessageList } from './message-list';
import { PushList } from './push-list';
import { RateForm } from './rate-form';
import { PaymentList } from './payment-list';
import { TelephoneList } from './telephone-list';
import type { TextKey } from './texts';

/** Everything that the page shows. */
export interface HomeData {
  accounts: readonly NamedAccount[];
  payments: readonly Payment[];
  recalls: readonly ListedRecall[];
  messages: readonly ListedMessage[];
  customers: readonly { iban: string; name: string }[];
  mandates: readonly { reference: string; name: string }[];
  waiting: number;
  misbehaviour: MisbehaviourState;
  today: string;
  rates: { day: string; rates: readonly { currency: string; rate: number }[] };
  texts: readonly TextMessage[];
  cardPayments: readonly CardPayment[];
  /** Whether shops prove purchases that are disputed. */
  areProved: boolean;
  browsers: readonly Browser[];
  pushes: readonly PushedMessage[];
}

interface HomeProps {
  context: FormContext;
  data: HomeData;
  /** The text of the last action. */
  done?: TextKey;
}

const sections: [id: string, text: TextKey][] = [
  ['credits', 'send'],
  ['collections', 'collect'],
  ['cards', 'cards'],
  ['misbehaviour', 'faults'],
  ['rates', 'rates'],
  ['payments', 'payments'],
  ['telephones', 'telephones'],
  ['browsers', 'browsers'],
  ['accounts', 'accounts'],
  ['messages', 'messages'],
];

/** The page: forms to send money beside the payments, then the faults, and the accounts. */
export function Home({ context, data, done }: HomeProps) {
  const { words } = context;
  return (
    <>
      <h1 className="visually-hidden">{words.t('title')}</h1>
      <Notice context={context} done={done} />
      <State context={context} data={data} />
      <nav aria-label={words.t('sections')} className="sections">
        <ul>
          {sections.map(([id, text]) => (
            <li key={id}>
              <a href={`#${id}`}>{words.t(text)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="columns">
        <div className="column">
          <SendMoney {...data} context={context} />
          <Collect {...data} context={context} />
          <PayByCard context={context} />
        </div>
        <div className="column">
          <PaymentList words={words} payments={data.payments} recalls={data.recalls} />
          <CardList
            words={words}
            areProved={data.areProved}
            payments={data.cardPayments}
            today={data.today}
          />
          <TelephoneList words={words} messages={data.texts} />
          <PushList context={context} browsers={data.browsers} messages={data.pushes} />
          <MessageList words={words} messages={data.messages} />
        </div>
      </div>
      <div className="columns even">
        <FaultPanel context={context} state={data.misbehaviour} />
        <div className="column">
          <Files {...data} context={context} />
          <RateForm context={context} rates={data.rates} />
        </div>
      </div>
      <AccountList words={words} accounts={data.accounts} />
    </>
  );
}

/** The result of the last form: the action, or the errors with a link to each field. */
function Notice({ context: { words, typed }, done }: Pick<HomeProps, 'context' | 'done'>) {
  if (done) {
    return (
      <p className="notice" role="status">
        {words.t(done)}
      </p>
    );
  }
  if (!typed) return null;
  return (
    <div className="notice wrong" role="alert">
      <strong>{words.t('error.summary')}</strong>
      <ul>
        {typed.faults.map((fault) => (
          <li key={fault}>
            <a href={`#${fault === fault.toUpperCase() ? typed.form : `${typed.form}-${fault}`}`}>
              {words.t(errorKey(fault))}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function State({ context, data }: Pick<HomeProps, 'context' | 'data'>) {
  const { t, money } = context.words;
  const balance = (kind: string) => data.accounts.find((each) => each.kind === kind)?.balance ?? 0n;
  const figures: [TextKey, string][] = [
    ['state.settlement', money(balance('settlement'))],
    ['state.cards', money(balance('cards'))],
    ['state.waiting', String(data.waiting)],
    ['state.faults', faultSummary(context, data.misbehaviour)],
  ];
  return (
    <section id="state" aria-label={t('state')} data-live="">
      <dl className={data.misbehaviour.faults.length > 0 ? 'state broken' : 'state'}>
        {figures.map(([key, text]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
