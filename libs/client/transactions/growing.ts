import type { MouseEvent } from 'react';
import { useNavigate } from '@bank/client/router';

const name = 'detail';

/** How long a detail may take to open before it opens without growing, in ms. */
const patience = 300;

/** Follows a plain click on a row's link so that the row grows into the dialog that opens; other clicks stay the browser's. */
export function useGrowingRow() {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLAnchorElement>, to: { search: string }) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const row = event.currentTarget.closest('tr');
    if (!row || !('startViewTransition' in document)) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    event.preventDefault();
    row.style.viewTransitionName = name;
    const transition = document.startViewTransition(async () => {
      row.style.viewTransitionName = '';
      await navigate(to);
      (await openedDialog())?.style.setProperty('view-transition-name', name);
    });
    // A transition that the browser leaves out changes nothing but the movement.
    transition.ready.catch(() => undefined);
    const settle = () => currentDialog()?.style.removeProperty('view-transition-name');
    transition.finished.then(settle, settle);
  };
}

const currentDialog = () => document.querySelector<HTMLDialogElement>('dialog:modal');

/** The dialog once it is open. Frames stand still meanwhile, so that a timer asks. */
async function openedDialog(): Promise<HTMLDialogElement | null> {
  for (let waited = 0; waited < patience && !currentDialog(); waited += 10) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return currentDialog();
}
