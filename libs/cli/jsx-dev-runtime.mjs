// Replaces React's module in development builds: elements are created by the production JSX runtime, which every shell
// provides.
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

export { Fragment };

/**
 * @param {import('react').ElementType} type
 * @param {object} props
 * @param {string | undefined} key
 * @param {boolean} isStatic whether the children were written one by one, and so need no keys
 */
export const jsxDEV = (type, props, key, isStatic) => (isStatic ? jsxs : jsx)(type, props, key);
