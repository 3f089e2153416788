import { useRef, useState } from 'react';
import type { Card, CardChannel } from '@bank/contracts/cards';
import { failureText, hasNoAnswer } from '@bank/client/call-failure';
import { type Control, fetchCard, type LimitName, setControl, useCardChange } from './card.api';
import { useCardTexts } from './texts';

type Name = LimitName | CardChannel;
/** What was set and the server has yet to agree to; every intent is an object of its own. */
type Ahead = Partial<Record<Name, Control>>;

export interface Refusal {
  name: Name;
  /** The server's reason. */
  reason: string;
  /** The server may have made the change: neither its answer came nor the card as it is now. */
  isUnknown: boolean;
}

const isSetOn = (card: Card, control: Control) =>
  ('limit' in control ? card.limits[control.limit] : card.channels[control.channel]) === control.value;

const nameOf = (control: Control): Name => ('limit' in control ? control.limit : control.channel);

/**
 * A card's limits and channels, which show a change at once: no money moves by them. One call follows the other; a refused
 * one returns to what the server has. After one whose answer did not come the card is fetched, which shows what became of it.
 */
export function useCardControls(card: Card) {
  const { t } = useCardTexts();
  const put = useCardChange();
  const [ahead, setAhead] = useState<Ahead>({});
  const [refusal, setRefusal] = useState<Refusal>();
  const [saved, setSaved] = useState<Name>();
  const calls = useRef<Promise<void>>(Promise.resolve());

  const send = async (control: Control) => {
    const name = nameOf(control);
    try {
      put((await setControl(card.id, control)).card);
      setSaved(name);
    } catch (error) {
      const isUncertain = hasNoAnswer(error);
      const now = isUncertain ? await fetchCard(card.id).catch(() => undefined) : undefined;
      if (now) put(now);
      if (now && isSetOn(now, control)) setSaved(name);
      else {
        const words = { failed: t('controls.failed'), offline: t('controls.offline') };
        setRefusal({ name, reason: failureText(error, words), isUnknown: isUncertain && !now });
      }
    }
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
    refusal,
    saved,
  };
}

export type CardControls = ReturnType<typeof useCardControls>;
