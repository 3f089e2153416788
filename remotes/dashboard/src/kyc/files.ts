import { useCallback } from 'react';

/** Long enough for the browser to have taken a file from its address. */
const handoverMs = 60_000;

/** The ref of an image that shows a file which the page holds; its address is given back when the image goes. */
export function usePictureOf(file: Blob) {
  return useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      image.src = URL.createObjectURL(file);
      return () => URL.revokeObjectURL(image.src);
    },
    [file],
  );
}

/** Shows a file in a page of its own. */
export const openFile = (file: Blob) => withAddress(file, (url) => window.open(url, '_blank', 'noopener'));

/** Saves a file under its name. */
export const saveFile = (file: Blob, name: string) =>
  withAddress(file, (url) =>
    Object.assign(document.createElement('a'), { href: url, download: name }).click(),
  );

function withAddress(file: Blob, handOver: (url: string) => void) {
  const url = URL.createObjectURL(file);
  handOver(url);
  setTimeout(() => URL.revokeObjectURL(url), handoverMs);
}
