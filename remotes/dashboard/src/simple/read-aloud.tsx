import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import type { Language } from '@bank/contracts/language';
import { Button } from '@bank/ui/button';
import { useSimpleTexts } from './texts';

/**
 * A voice of the language that speaks on the device itself: those of a network would be sent the text of the page, money and
 * names included.
 */
const voiceOf = (language: Language) =>
  speechSynthesis
    .getVoices()
    .find(({ lang, localService }) => localService && lang.toLowerCase().startsWith(language));

function onVoices(listener: () => void): () => void {
  if (!('speechSynthesis' in window)) return () => undefined;
  // A browser finds its voices some time after it is first asked.
  speechSynthesis.addEventListener('voiceschanged', listener);
  return () => speechSynthesis.removeEventListener('voiceschanged', listener);
}

interface ReadAloudProps {
  of: RefObject<HTMLElement | null>;
}

/** Reads a part of the page to the person, and stops when they leave it; nothing where the device has no voice. */
export function ReadAloud({ of }: ReadAloudProps) {
  const { t, language } = useSimpleTexts();
  const [isReading, setIsReading] = useState(false);
  const hasVoice = useSyncExternalStore(
    onVoices,
    () => 'speechSynthesis' in window && voiceOf(language) !== undefined,
  );
  useEffect(() => () => window.speechSynthesis?.cancel(), []);
  if (!hasVoice) return null;
  const read = () => {
    const speech = new SpeechSynthesisUtterance(of.current?.innerText);
    speech.lang = language;
    speech.voice = voiceOf(language) ?? null;
    speech.onend = speech.onerror = () => setIsReading(false);
    speechSynthesis.cancel();
    speechSynthesis.speak(speech);
    setIsReading(true);
  };
  const stop = () => {
    speechSynthesis.cancel();
    setIsReading(false);
  };
  return (
    <Button variant="secondary" aria-pressed={isReading} onClick={isReading ? stop : read}>
      <Speaker />
      {t(isReading ? 'stop' : 'listen')}
    </Button>
  );
}

/** Here and not among the icons, which every public page loads. */
const Speaker = () => (
  <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
    <path strokeWidth="1.75" strokeLinejoin="round" d="M4 9v6h4l5 4V5L8 9z" />
    <path strokeWidth="1.75" strokeLinecap="round" d="M16.5 9a4.5 4.5 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11" />
  </svg>
);
