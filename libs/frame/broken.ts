import type { FrameData } from '@bank/contracts/embed-frame';
import styles from './broken.module.css';

const texts = {
  fr: { message: 'Bank PCS ne répond pas ici pour l’instant.', retry: 'Réessayer' },
  en: { message: 'Bank PCS is not responding here at the moment.', retry: 'Try again' },
};

/** Shows that the widget broke, in the language that it had, with a button that loads it again, in another release if there is one. */
export function showBroken({ release }: FrameData): void {
  const { message, retry } = texts[document.documentElement.lang === 'en' ? 'en' : 'fr'];
  const notice = document.createElement('main');
  notice.className = styles.broken ?? '';
  const text = document.createElement('p');
  // Announced because it is filled when it is in the page.
  text.role = 'alert';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = retry;
  button.onclick = () => {
    const address = new URL(location.href);
    if (release) address.searchParams.set('avoid', `${release.remote}@${release.version}`);
    location.replace(address);
  };
  notice.append(text, button);
  document.getElementById('root')?.replaceChildren(notice);
  text.textContent = message;
}
