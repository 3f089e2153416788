import { readConfig } from '../../platform/config/config';
import { isInShare, newVisitor, visitOf, visitorCookieOf } from './visit';

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

describe('the cookie of a visitor', () => {
  const config = readConfig({
    DATABASE_URL: 'mysql://bank@localhost/bank',
    SIGNING_KEY: 's'.repeat(40),
    ENCRYPTION_KEY: 'e'.repeat(40),
  });
  const visitorIn = (cookie: string) => visitOf({ headers: { cookie } }, config).visitor;
  const [own = ''] = visitorCookieOf('somebody', config).split(';');

  it('is read among others', () => {
    expect(visitorIn(`a=b; ${own}; c=d`)).toBe('somebody');
    expect(visitorIn(`a=b; x${own}`)).toBeUndefined();
  });

  it('counts for nothing when a browser made it, or changed it', () => {
    expect(visitorIn(`bank_visitor=${newVisitor()}`)).toBeUndefined();
    const [, seal = ''] = own.split('.');
    const other = Buffer.from(JSON.stringify('somebody-else')).toString('base64url');
    expect(visitorIn(`bank_visitor=${other}.${seal}`)).toBeUndefined();
    expect(visitorIn('bank_visitor=<script>')).toBeUndefined();
  });
});
