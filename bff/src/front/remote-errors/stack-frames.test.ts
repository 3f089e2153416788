import { builtFrames } from './stack-frames';

const version = '1.0.0-0123456789';
const of = { remote: 'cards', version };
const remote = { ...of, file: '93.ab12cd34.js' };

it.each([
  [
    'Chromium',
    `TypeError: x\n    at s.balance (https://bank.example/remotes/cards/${version}/93.ab12cd34.js:1:204)`,
  ],
  ['Chromium without a name', `    at https://bank.example/remotes/cards/${version}/93.ab12cd34.js:1:204`],
  [
    'Chromium, asynchronous',
    `    at async https://bank.example/remotes/cards/${version}/93.ab12cd34.js:1:204`,
  ],
  ['Firefox', `balance@https://bank.example/remotes/cards/${version}/93.ab12cd34.js:1:204`],
  ['Safari', `@https://bank.example/remotes/cards/${version}/93.ab12cd34.js:1:204`],
  ['a retry', `    at a (https://bank.example/remotes/cards/${version}+2/93.ab12cd34.js:1:204)`],
])('reads a call of %s', (_browser, stack) => {
  expect(builtFrames(stack, of)).toEqual([{ script: remote, line: 1, column: 204 }]);
});

it('reads calls of a frame as those of the release that it reports', () => {
  const frame = { ...of, file: 'chat.12345678.js' };
  expect(builtFrames('    at a (https://bank.example/embed/assets/auth/chat.12345678.js:1:9)', of)).toEqual([
    { script: frame, line: 1, column: 9 },
  ]);
  expect(builtFrames('    at a (https://bank.example/embed/assets/auth/..%2Fkeys.js:1:9)', of)).toEqual([]);
});

it('reads calls of a shell', () => {
  expect(builtFrames('    at a (http://localhost:3000/assets/shell/main.12345678.js:1:9)', of)).toEqual([
    { script: { site: 'shell', file: 'main.12345678.js' }, line: 1, column: 9 },
  ]);
});

it.each([
  'at a (chrome-extension://abcdef/remotes/cards/1.0.0-0123456789/a.js:1:2)',
  'at a (https://bank.example/remotes/cards/latest/a.js:1:2)',
  `at a (https://bank.example/remotes/../${version}/a.js:1:2)`,
  `at a (https://bank.example/remotes/cards/${version}/..%2F..%2Fkeys.json:1:2)`,
  `at a (https://bank.example/remotes/cards/${version}/a.js.map:1:2)`,
  'at a (https://bank.example/assets/elsewhere/a.js:1:2)',
  'at <anonymous>:1:2',
  `https://${'a'.repeat(10_000)}`,
])('leaves out %.60s', (text) => {
  expect(builtFrames(text, of)).toEqual([]);
});

it('reads a bounded number of calls of a giant stack, quickly', () => {
  const line = `    at a (https://bank.example/remotes/cards/${version}/a.js:1:2)\n`;
  const startedAt = performance.now();
  expect(builtFrames(line.repeat(100_000), of)).toHaveLength(25);
  expect(performance.now() - startedAt).toBeLessThan(500);
});
