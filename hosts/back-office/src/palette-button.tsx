import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { LazyPart } from '@bank/client/lazy-part';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useBackOfficeTexts } from './texts';

const loadPalette = async () => (await import('./palette')).Palette;

/** Opens the command palette by a button, or Ctrl (⌘) and K; its script is fetched on first use. */
export function PaletteButton() {
  const { t } = useBackOfficeTexts();
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isCommand || event.key.toLowerCase() !== 'k' || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon="search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        {t('palette.open')}
      </Button>
      {/* Outside the sidebar, which is not drawn behind the menu of a narrow window. */}
      {createPortal(
        <Dialog open={isOpen} onClose={close} title={t('palette.title')} initialFocus={input}>
          <LazyPart name="palette" load={loadPalette} rows={6} props={{ input, onClose: close }} />
        </Dialog>,
        document.body,
      )}
    </>
  );
}
