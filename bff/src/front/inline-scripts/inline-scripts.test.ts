import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { applyPreferences } from './apply-preferences';
import { describeError } from './describe-error';
import { earlyReading } from './early-reading';
import { frameWatch } from './frame-watch';
import { hostFailure } from './host-failure';
import { hostWatch } from './host-watch';
import { hashSource, inlineScript } from './inline-script';
import { lateStart } from './late-start';
import { refreshHook } from './refresh-hook';

const scripts = {
  applyPreferences,
  earlyReading,
  frameWatch,
  hostWatch,
  lateStart,
  refreshHook,
  hostFailure: hostFailure.script,
};
it('are each a script by itself, which uses only globals of browsers', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'inline-scripts-'));
  const write = (file: string, content: string) => fs.writeFileSync(path.join(folder, file), content);
  const env = { browser: true, es2022: true };
  write(
    '.oxlintrc.json',
    JSON.stringify({ env, categories: { correctness: 'off' }, rules: { 'no-undef': 'error' } }),
  );
  for (const [name, script] of Object.entries(scripts)) write(`${name}.js`, script);
  const linter = spawnSync(process.execPath, [path.resolve('node_modules/oxlint/bin/oxlint')], {
    cwd: folder,
    encoding: 'utf8',
  });
  fs.rmSync(folder, { recursive: true });
  expect(linter.stdout).toContain(`on ${Object.keys(scripts).length} files`);
  expect(linter.stdout).toContain('0 errors');
});

it('refuses a text that would end its element', () => {
  expect(() => inlineScript((_text: string) => undefined, '</script>')).toThrow('close its element');
  expect(() => inlineScript((_text: string) => undefined, '<!-- ')).toThrow('close its element');
});

it('hashes a script as a policy names it', () => {
  // The example of CSP level 3, section 2.3.1, computed by openssl.
  expect(hashSource("alert('Hello, world.');")).toBe("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
});

describe('the description of a thrown error', () => {
  const thrown = (error: object, more = {}) => describeError({ error, ...more } as unknown as Event);

  it('has no personal data of the message', () => {
    expect(thrown({ message: 'No account of "Marie" marie@banque.example 4242' }).message).toBe(
      'No account of # # #',
    );
  });

  it('has the lines of a stack with a place in a file, or the place of a script that did not run', () => {
    const stack = 'TypeError: of Marie\n    at f (https://bank.example/assets/a.js:1:2)\n    at native';
    expect(thrown({ stack }).stack).toBe('    at f (https://bank.example/assets/a.js:1:2)');
    expect(thrown({}, { filename: 'https://bank.example/a.js', lineno: 3, colno: 4 }).stack).toBe(
      '    at https://bank.example/a.js:3:4',
    );
  });

  it('has something of whatever was thrown', () => {
    expect(describeError({ reason: null } as unknown as Event)).toEqual({
      name: 'Error',
      message: '',
      stack: '',
    });
  });
});
