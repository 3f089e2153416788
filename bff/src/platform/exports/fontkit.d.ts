/** fontkit has no types; `pdf-fonts.ts` describes the used parts of a parsed font. */
declare module 'fontkit' {
  export function create(file: Uint8Array): unknown;
}
