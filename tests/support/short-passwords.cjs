const Module = require('node:module');
const path = require('node:path');

/**
 * Loaded before a server of tests (`node --require`): hashes the password that most people of tests share in no time, since a run
 * creates more than a thousand of them. All other passwords are hashed as in production, also the one of nobody.
 */
const shared = new Set(['long-enough-for-a-test']);
const least = { memoryCost: 8, timeCost: 1, parallelism: 1 };

// The server's own package.
const argon2 = Module.createRequire(path.join(__dirname, '../../bff/package.json'))('@node-rs/argon2');
const { hash } = argon2;
argon2.hash = (password, options, ...rest) =>
  hash(password, shared.has(password) ? { ...options, ...least } : options, ...rest);
