import { useCallback } from 'react';

/** Enough for the browser to have read the file from its object URL. */
const handoverMilliseconds = 60_000;

/** A ref for an image of a file in memory; revokes the object URL on unmount. */
export function useImageSource(file: Blob) {
  return useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      image.src = URL.createObjectURL(file);
      return () => URL.revokeObjectURL(image.src);
    },
    [file],
  );
}

/** Opens a file in a new tab without `opener`. */
export function openFile(file: Blob) {
  const url = URL.createObjectURL(file);
  window.open(url, '_blank', 'noopener');
  setTimeout(() => URL.revokeObjectURL(url), handoverMilliseconds);
}
