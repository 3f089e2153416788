/**
 * The end of a title: `npm test` runs the test where the condition holds, `npm run test:all` in any case. For a test that differs
 * from one beside it only in a language, a browser or another way to the same rule.
 */
export const matrixUnless = (isShort: boolean): string => (isShort ? '' : ' @matrix');
