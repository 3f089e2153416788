import { type Fault, faults } from '../misbehaviour/faults';
import type { MisbehaviourState } from '../misbehaviour/misbehaviour';
import { Choice, Field, type FormContext, Post } from './fields';

interface PanelProps {
  context: FormContext;
  state: MisbehaviourState;
}

/** How long a fault lasts, seconds. */
const durations = [60, 300, 900, 3_600];

/** The faults that are on, in a sentence. */
export function faultSummary({ words: { t, time } }: FormContext, state: MisbehaviourState): string {
  if (state.faults.length === 0) return t('state.well');
  const names =
    state.probability < 1
      ? t('faults.random.state', { percent: Math.round(state.probability * 100) })
      : state.faults.map((fault) => t(`fault.${fault}`)).join(', ');
  return state.until ? `${names}, ${t('faults.until', { time: time(new Date(state.until)) })}` : names;
}

/** Switches for the faults: each works by itself, and for the chosen time. */
export function FaultPanel({ context, state }: PanelProps) {
  const { words } = context;
  const { t } = words;
  const isOn = (fault: Fault) => state.probability === 1 && state.faults.includes(fault);
  return (
    <section id="misbehaviour" className="card" aria-labelledby="faults-title">
      <h2 id="faults-title">{t('faults')}</h2>
      <p className="hint">{t('faults.hint')}</p>
      <Post words={words} to="misbehaviour">
        <Choice
          context={context}
          form="misbehaviour"
          name="for"
          label="faults.for"
          options={durations.map((seconds) => ({
            value: String(seconds),
            text: durationText(context, seconds),
          }))}
        />
        <div className="switches" id="switches" data-live="">
          {faults.map((fault) => (
            <button key={fault} type="submit" name="fault" value={fault} aria-pressed={isOn(fault)}>
              {t(`fault.${fault}`)}
              <span className="note">{t(isOn(fault) ? 'faults.on' : 'faults.off')}</span>
            </button>
          ))}
        </div>
        <button type="submit" name="fault" value="none" className="plain">
          {t('faults.stop')}
        </button>
      </Post>
      <h3>{t('faults.random')}</h3>
      <p className="hint">{t('faults.random.hint')}</p>
      <Post words={words} to="misbehaviour" hidden={{ for: '3600' }}>
        <div className="pair">
          <Field
            context={context}
            form="misbehaviour"
            name="probability"
            label="faults.probability"
            type="number"
            value="20"
          />
          <Field
            context={context}
            form="misbehaviour"
            name="seed"
            label="faults.seed"
            type="number"
            value="1"
          />
        </div>
        <button type="submit" name="fault" value="random">
          {t('faults.random.submit')}
        </button>
      </Post>
    </section>
  );
}

function durationText({ words: { t } }: FormContext, seconds: number): string {
  if (seconds === 60) return t('faults.minute');
  return seconds === 3_600 ? t('faults.hour') : t('faults.minutes', { count: seconds / 60 });
}
