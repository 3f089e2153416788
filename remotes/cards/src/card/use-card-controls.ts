import { useRef, useState } from 'react';
import type { Card, CardChannel } from '@bank/contracts/cards';
import { failureText } from '@bank/client/call-failure';
import { useReworded } from '@bank/i18n/texts';
import { type ChangeFailure, type Control, type LimitName, setControl, useChangeAttempt } from './card.api';
import { useCardTexts } from './texts';

type Name = LimitName | CardChannel;
/** Changes that the server has not confirmed yet; every intent is an object of its own. */
type Ahead = Partial<Record<Name, Control>>;

export interface Refusal extends Pick<ChangeFailure, 'isUnknown'> {
  name: Name;
  /** The server's reason. */
  reason: string;
}

const isSetOn = (card: Card, control: Control) =>
  ('limit' in control ? card.limits[control.limit] : card.channels[control.channel]) === control.value;

const nameOf = (control: Control): Name => ('limit' in control ? control.limit : control.channel);

/**
 * A card's limits and channels, which show a change at once: no money moves by them. One call follows the other; a refused
 * one returns to what the server has.
 */
export function useCardControls(card: Card) {
  const { t } = useCardTexts();
  const attempt = useChangeAttempt(card);
  const [ahead, setAhead] = useState<Ahead>({});
  const [refusal, setRefusal] = useState<Refusal>();
  const [saved, setSaved] = useState<Name>();
  const reason = useReworded(refusal?.reason);
  const calls = useRef<Promise<void>>(Promise.resolve());

  const send = async (control: Control) => {
    const name = nameOf(control);
    const failure = await attempt(
      () => setControl(card.id, control),
      (now) => isSetOn(now, control),
    );
    if (failure) {
      const words = { failed: t('controls.failed'), offline: t('controls.offline') };
      setRefusal({ name, reason: failureText(failure.error, words), isUnknown: failure.isUnknown });
    } else setSaved(name);
    setAhead((all) => (all[name] === control ? { ...all, [name]: undefined } : all));
  };
  const change = (control: Control) => {
    setAhead((all) => ({ ...all, [nameOf(control)]: control }));
    setRefusal(undefined);
    setSaved(undefined);
    calls.current = calls.current.then(() => send(control));
  };
  return {
    limitOf: (name: LimitName) => (ahead[name]?.value as number | undefined) ?? card.limits[name],
    channelOf: (name: CardChannel) => (ahead[name]?.value as boolean | undefined) ?? card.channels[name],
    change,
    refusal: refusal && { ...refusal, reason: reason ?? '' },
    saved,
  };
}

export type CardControls = ReturnType<typeof useCardControls>;
