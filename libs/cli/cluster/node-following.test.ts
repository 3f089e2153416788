import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Following } from './node-following.mjs';
import { Refused, Terms } from './node-terms.mjs';

let home: string;
beforeEach(() => (home = mkdtempSync(path.join(os.tmpdir(), 'node-'))));
afterEach(() => rmSync(home, { recursive: true }));

/** A node whose database answers after `before`, with everything that was done to it in turn. */
function node(terms: Terms, before: () => void = () => undefined) {
  const done: string[] = [];
  const relay = {
    source: null as string | null,
    leadTo(source: string, port: number) {
      done.push(`lead to ${source} at ${port}`);
      this.source = source;
    },
    cut() {
      done.push('cut');
      this.source = null;
    },
  };
  const own = { isReadOnly: 1, written: '0-1-40', applied: '' };
  const database = {
    async query(sql: string) {
      if (sql.includes('SHOW SLAVE STATUS')) {
        await Promise.resolve();
        before();
        return [[own], [], []];
      }
      done.push(...(sql.match(/(START|STOP) SLAVE/g) ?? []));
      return [];
    },
  };
  const config = {
    peers: { b: { port: 3402, agent: 'http://b' }, c: { port: 3403, agent: 'http://c' } },
    passwords: { replica: 'secret' },
  };
  return { done, following: new Following({ database, relay, relayPort: 4000, terms, config }) };
}

const begun = (term: number, primary: string | null) => ({ term, primary, by: 'supervisor-1' });

describe('following', () => {
  it('begins within the term of the order', async () => {
    const terms = new Terms(home);
    terms.learn(begun(5, 'b'));
    const { done, following } = node(terms);
    await following.begin({ primary: 'b', term: 5 });
    expect(done).toEqual(['lead to b at 3402', 'STOP SLAVE', 'START SLAVE']);
    expect(following.isOfPrimary).toBe(true);
  });

  it('does not begin once the node was fenced for a later term meanwhile', async () => {
    const terms = new Terms(home);
    terms.learn(begun(5, 'b'));
    const { done, following } = node(terms, () => {
      terms.learn(begun(6, null));
      following.end();
    });
    await expect(following.begin({ primary: 'b', term: 5 })).rejects.toThrow(Refused);
    expect(done).toEqual(['cut']);
    expect(following.isOfPrimary).toBe(false);
  });

  it('does not begin after the term went on to another primary', async () => {
    const terms = new Terms(home);
    terms.learn(begun(5, 'b'));
    const { done, following } = node(terms, () => terms.learn(begun(6, 'c')));
    await expect(following.begin({ primary: 'b', term: 5 })).rejects.toThrow('term 5 is over');
    expect(done).toEqual([]);
  });

  it('follows no node that it does not know', async () => {
    const terms = new Terms(home);
    terms.learn(begun(5, 'd'));
    await expect(node(terms).following.begin({ primary: 'd', term: 5 })).rejects.toThrow('no such node');
  });

  it('takes the history of a term from a transaction that came after it began', async () => {
    const terms = new Terms(home);
    terms.learn(begun(5, 'b'));
    const { following } = node(terms);
    following.noteHistory(99);
    expect(terms.known.joined).toBe(0);
    await following.begin({ primary: 'b', term: 5 });
    following.noteHistory(40);
    expect(terms.known.joined).toBe(0);
    following.noteHistory(41);
    expect(terms.known.joined).toBe(5);
    terms.learn(begun(6, 'c'));
    following.noteHistory(42);
    expect(terms.known.joined).toBe(5);
    following.end();
    following.noteHistory(43);
    expect(terms.known.joined).toBe(5);
  });
});

describe('the terms of a node', () => {
  it('go on, and are known again after a restart', () => {
    const terms = new Terms(home);
    expect(terms.known).toEqual({ term: 0, primary: null, by: null, joined: 0 });
    terms.learn(begun(5, null));
    terms.learn(begun(5, 'b'));
    terms.join();
    const kept = { term: 5, primary: 'b', by: 'supervisor-1', joined: 5 };
    expect(new Terms(home).known).toEqual(kept);
    expect(JSON.parse(readFileSync(path.join(home, 'term.json'), 'utf8'))).toEqual(kept);
  });

  it.each([
    ['an earlier term', { term: 4, primary: 'b', by: 'supervisor-1' }],
    ['the same term of another supervisor with another primary', { term: 5, primary: 'c', by: 'other' }],
    ['the same term of another supervisor that names none', { term: 5, primary: null, by: 'other' }],
  ])('refuse an order of %s, and stay', (_what, order) => {
    const terms = new Terms(home);
    terms.learn(begun(5, 'b'));
    expect(() => terms.learn(order)).toThrow(Refused);
    expect(new Terms(home).known).toMatchObject({ term: 5, primary: 'b', by: 'supervisor-1' });
  });

  it('take an order of another supervisor that agrees on the primary', () => {
    const terms = new Terms(home);
    terms.learn(begun(5, 'b'));
    terms.learn({ term: 5, primary: 'b', by: 'other' });
    expect(terms.known).toMatchObject({ term: 5, primary: 'b', by: 'other' });
  });
});
