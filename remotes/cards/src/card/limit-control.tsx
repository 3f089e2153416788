import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useFormat } from '@bank/i18n/use-format';
import { AmountField, parseAmount } from '@bank/ui/amount-field';
import styles from './card-controls.module.css';
import { limitScale } from './limit-scale';
import { useCardTexts } from './texts';
import { useSettled } from './use-settled';

interface LimitControlProps {
  label: string;
  value: number;
  /** The account's. */
  most: number;
  /** The limit of a card whose holder set none; undefined from older servers. */
  start: number | undefined;
  /** Why the last change was refused. */
  error: string | undefined;
  onChange: (value: number) => void;
}

/** A limit as a slider, and as a field for exact amounts. */
export function LimitControl({ label, value, most, start = most, error, onChange }: LimitControlProps) {
  const { t } = useCardTexts();
  const { amount } = useFormat();
  const [moved, setMoved] = useState<number>();
  return (
    <div className={styles.limit}>
      <LimitField
        label={label}
        value={value}
        error={error}
        onChange={onChange}
        hint={t(start < most ? 'limits.most_and_default' : 'limits.most', {
          amount: amount(most),
          start: amount(start),
        })}
        moved={moved}
      />
      <LimitSlider
        label={t('limits.slider', { name: label })}
        value={moved ?? value}
        most={most}
        onMove={setMoved}
        onSettled={(chosen) => {
          setMoved(undefined);
          if (chosen !== value) onChange(chosen);
        }}
      />
    </div>
  );
}

interface LimitSliderProps {
  label: string;
  value: number;
  most: number;
  onMove: (value: number) => void;
  onSettled: (value: number) => void;
}

function LimitSlider({ label, value, most, onMove, onSettled }: LimitSliderProps) {
  const { amount } = useFormat();
  const { last, amountAt, placeOf } = limitScale(most);
  const settle = useSettled(onSettled);
  const slider = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = slider.current;
    // React's `change` is the browser's `input`; the browser's own comes when the thumb is released.
    const onRelease = () => settle(limitScale(most).amountAt(Number(input?.value)));
    input?.addEventListener('change', onRelease);
    return () => input?.removeEventListener('change', onRelease);
  }, [settle, most]);
  return (
    <input
      ref={slider}
      type="range"
      className={styles.slider}
      aria-label={label}
      aria-valuetext={amount(value)}
      min={0}
      max={last}
      value={placeOf(value)}
      onChange={({ target }) => onMove(amountAt(Number(target.value)))}
    />
  );
}

interface LimitFieldProps extends Omit<LimitControlProps, 'most' | 'start'> {
  hint: string;
  /** The slider's value while it moves. */
  moved: number | undefined;
}

function LimitField({ label, value, hint, error, moved, onChange }: LimitFieldProps) {
  const { t } = useCardTexts();
  const [typed, setTyped] = useState<string>();
  const [isWrong, setIsWrong] = useState(false);
  const [typedAt, setTypedAt] = useState(value);
  // Another value takes what was typed away; the same element keeps the focus.
  if (typedAt !== value) {
    setTypedAt(value);
    setTyped(undefined);
    setIsWrong(false);
  }
  const take = () => {
    if (typed === undefined) return;
    const chosen = parseAmount(typed);
    setIsWrong(chosen === null);
    if (chosen === null) return;
    setTyped(undefined);
    if (chosen !== value) onChange(chosen);
  };
  return (
    <AmountField
      label={label}
      hint={hint}
      error={isWrong ? t('limits.not_amount') : error}
      value={typed ?? (moved ?? value).toFixed(2).replace('.', ',')}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && take()}
    />
  );
}
