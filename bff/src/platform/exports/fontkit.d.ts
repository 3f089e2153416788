/** fontkit brings no types; what is used of a parsed font is described in `pdf-fonts.ts`. */
declare module 'fontkit' {
  export function create(file: Uint8Array): unknown;
}
