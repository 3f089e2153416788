import { eventStreamParser, type StreamMessage } from './event-stream';

function read(...texts: string[]): StreamMessage[] {
  const messages: StreamMessage[] = [];
  const parse = eventStreamParser((message) => messages.push(message));
  texts.forEach(parse);
  return messages;
}

const two = 'event: balance\ndata: {"a":1}\n\n: still here\n\nevent: card\ndata: {"b":"é"}\n\n';
const read2 = [
  { type: 'balance', data: '{"a":1}' },
  { type: 'card', data: '{"b":"é"}' },
];

it('reads messages, and ignores comments between them', () => {
  expect(read(two)).toEqual(read2);
});

it('reads the same for any split into chunks', () => {
  for (let cut = 0; cut <= two.length; cut += 1)
    expect(read(two.slice(0, cut), two.slice(cut))).toEqual(read2);
  expect(read(...two)).toEqual(read2);
});

it.each([
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('treats %s as the end of a line, even when split', (_name, end) => {
  const text = two.replaceAll('\n', end);
  expect(read(`${text}:`)).toEqual(read2);
  expect(read(...text, ':')).toEqual(read2);
});

it('joins the lines of one message, and strips one space only', () => {
  expect(read('data: first\ndata:  second\ndata\ndata:third\n\n')).toEqual([
    { type: 'message', data: 'first\n second\n\nthird' },
  ]);
});

it('ignores a type without data, and unknown fields', () => {
  expect(read('event: lost\n\nid: 7\nretry: 10\nnonsense\ndata: x: y\n\n')).toEqual([
    { type: 'message', data: 'x: y' },
  ]);
});

it('emits nothing before the empty line', () => {
  expect(read('data: half')).toEqual([]);
  expect(read('data: half\n')).toEqual([]);
});
