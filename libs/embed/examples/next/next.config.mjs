import process from 'node:process';

/** @type {import('next').NextConfig} */
export default {
  // Plain files, for any web server; leave it out for a server of Next.js.
  output: 'export',
  basePath: process.env.BASE_PATH,
};
