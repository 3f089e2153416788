import { Choice, Field, type FormContext, Post } from './fields';

interface RateFormProps {
  context: FormContext;
  rates: { day: string; rates: readonly { currency: string; rate: number }[] };
}

/** The reference rates of the newest day, one of which can be changed. */
export function RateForm({ context, rates: { day, rates } }: RateFormProps) {
  const { words } = context;
  const form = 'rates';
  return (
    <section id="rates" className="card" aria-labelledby="rates-title">
      <h2 id="rates-title">{words.t('rates')}</h2>
      <p className="hint">{words.t('rates.hint', { day: words.day(day) })}</p>
      <Post words={words} to={form}>
        <div className="pair">
          <Choice
            context={context}
            form={form}
            name="currency"
            label="rates.currency"
            options={rates.map(({ currency, rate }) => ({
              value: currency,
              text: `${currency} (${words.number(rate)})`,
            }))}
          />
          <Field context={context} form={form} name="rate" label="rates.rate" inputMode="decimal" />
        </div>
        <button type="submit">{words.t('rates.submit')}</button>
      </Post>
    </section>
  );
}
