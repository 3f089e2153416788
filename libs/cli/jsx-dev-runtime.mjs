// The compiler of development builds asks for this module in React's place: elements are made by the JSX of whichever
// React the shell brings, which in development warns as the other one would.
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

export { Fragment };

/**
 * @param {import('react').ElementType} type
 * @param {object} props
 * @param {string | undefined} key
 * @param {boolean} isStatic whether the children were written one by one, and so need no keys
 */
export const jsxDEV = (type, props, key, isStatic) => (isStatic ? jsxs : jsx)(type, props, key);
