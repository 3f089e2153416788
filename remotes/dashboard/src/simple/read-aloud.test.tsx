import { press, renderPage } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import { useRef } from 'react';
import { ReadAloud } from './read-aloud';

const voices = {
  french: { lang: 'fr-FR', localService: true },
  english: { lang: 'en-GB', localService: true },
  remote: { lang: 'fr-FR', localService: false },
};

class Utterance {
  constructor(readonly text: string) {}
}

/** A browser with these voices; what it was asked to speak. */
function browserWith(...known: object[]) {
  const spoken: Utterance[] = [];
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => known,
    speak: (utterance: Utterance) => void spoken.push(utterance),
    cancel: jest.fn(),
  });
  Object.assign(window, { speechSynthesis: speech, SpeechSynthesisUtterance: Utterance });
  return { spoken, speech };
}

afterEach(() => {
  Reflect.deleteProperty(window, 'speechSynthesis');
});

/** jsdom has no `innerText`. */
function Part() {
  const part = useRef(Object.assign(document.createElement('p'), { innerText: 'À qui ?' }));
  return <ReadAloud of={part} />;
}

const button = () => screen.queryByRole('button');

it('offers nothing without a voice of the language that is on the device', () => {
  renderPage(<Part />);
  expect(button()).toBeNull();
  browserWith(voices.english, voices.remote);
  renderPage(<Part />);
  expect(button()).toBeNull();
});

it('reads the part with the voice of the device, and stops', async () => {
  const { spoken, speech } = browserWith(voices.remote, voices.french);
  renderPage(<Part />);
  await press('Écouter');
  expect(spoken).toEqual([expect.objectContaining({ text: 'À qui ?', lang: 'fr', voice: voices.french })]);
  speech.cancel.mockClear();
  await press('Arrêter la lecture');
  expect(speech.cancel).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: 'Écouter' })).toBeVisible();
});

it('is silent once the page is left', async () => {
  const { speech } = browserWith(voices.french);
  const view = renderPage(<Part />);
  await press('Écouter');
  speech.cancel.mockClear();
  view.unmount();
  expect(speech.cancel).toHaveBeenCalledTimes(1);
});
