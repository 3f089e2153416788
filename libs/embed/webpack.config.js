import { loader } from '../cli/webpack-loader.mjs';

export default [
  loader(import.meta.url, { name: 'loader', kilobytes: 3 }),
  loader(import.meta.url, { name: 'tools', kilobytes: 3 }),
];
