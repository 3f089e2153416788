import { cookieOf, isInShare, newVisitor } from './visit';

describe('the share of a canary', () => {
  const visitors = Array.from({ length: 4_000 }, newVisitor);
  const reached = (share: number, version = '1.0.0-0123456789') =>
    visitors.filter((visitor) => isInShare(visitor, version, share));

  it('reaches about so many of a hundred', () => {
    expect(reached(10).length).toBeGreaterThan(300);
    expect(reached(10).length).toBeLessThan(500);
    expect(reached(0)).toEqual([]);
    expect(reached(100)).toEqual(visitors);
  });

  it('keeps whom it reached when it grows', () => {
    const grown = new Set(reached(20));
    expect(reached(10).filter((visitor) => !grown.has(visitor))).toEqual([]);
  });

  it('takes other people for another version', () => {
    const same = new Set(reached(10));
    const both = reached(10, '1.0.0-9876543210').filter((visitor) => same.has(visitor));
    expect(both.length).toBeLessThan(100);
  });

  it('never reaches a browser that keeps no cookie', () => {
    expect(isInShare(undefined, '1.0.0-0123456789', 99)).toBe(false);
  });
});

it('reads one cookie among several, and only in its form', () => {
  const form = /^[\w-]{22}$/;
  const value = newVisitor();
  expect(cookieOf(`a=b; bank_visitor=${value}; c=d`, 'bank_visitor', form)).toBe(value);
  expect(cookieOf(`a=b; xbank_visitor=${value}`, 'bank_visitor', form)).toBeUndefined();
  expect(cookieOf('bank_visitor=<script>', 'bank_visitor', form)).toBeUndefined();
  expect(cookieOf(undefined, 'bank_visitor', form)).toBeUndefined();
});
