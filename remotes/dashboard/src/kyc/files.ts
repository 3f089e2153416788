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
export function openFile(file: Blob) {
  const url = URL.createObjectURL(file);
  window.open(url, '_blank', 'noopener');
  setTimeout(() => URL.revokeObjectURL(url), handoverMs);
}
