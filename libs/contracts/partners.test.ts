import { partnerOrigin, partnerTheme, savePartnerRequest } from './partners';
import { contrast } from './contrast';
import { bankTheme, themeOf, themeProblems, themeText, themeTokenNames } from './widget-theme';

const rulesOf = (value: string) => {
  const parsed = partnerOrigin.safeParse(value);
  return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message);
};

describe('the origin of a partner', () => {
  it.each([
    'https://www.deux-rives.example',
    'https://deux-rives.example:8443',
    'http://localhost:3002',
    'http://a.localhost:3002',
    'http://127.0.0.1',
    'http://[::1]:3002',
  ])('may be %s', (origin) => expect(rulesOf(origin)).toBe(origin));

  it('is lower-case, as in the browser’s `Origin` header', () =>
    expect(rulesOf(' https://WWW.Deux-Rives.example ')).toBe('https://www.deux-rives.example'));

  it.each([
    ['https://*.example', 'ORIGIN_WILDCARD'],
    ['*', 'ORIGIN_WILDCARD'],
    ['http://www.deux-rives.example', 'ORIGIN_INSECURE'],
    ['http://localhost.example', 'ORIGIN_INSECURE'],
    ['https://deux-rives.example/', 'ORIGIN'],
    ['https://deux-rives.example/page', 'ORIGIN'],
    ['https://deux-rives.example?a', 'ORIGIN'],
    ['https://deux-rives.example:443', 'ORIGIN'],
    ['https://anna@deux-rives.example', 'ORIGIN'],
    ['https://deux-rives.example;script-src', 'ORIGIN'],
    ["https://a.example'self'", 'ORIGIN'],
    ['https://a.example,https://b.example', 'ORIGIN'],
    ['https://é.example', 'ORIGIN'],
    ['deux-rives.example', 'ORIGIN'],
    ['javascript:alert(1)', 'ORIGIN'],
    ['data:,', 'ORIGIN'],
    ['null', 'ORIGIN'],
  ])('may not be %s (%s)', (origin, rule) => expect(rulesOf(origin)).toEqual([rule]));

  it('is stored once', () => {
    const origins = ['https://a.example', 'https://A.example'];
    expect(savePartnerRequest.parse({ name: 'A', origins }).origins).toEqual(['https://a.example']);
  });
});

describe('the theme of a widget', () => {
  it('has at most twelve tokens, and the bank’s own passes every check', () => {
    expect(themeTokenNames.length).toBeLessThanOrEqual(12);
    expect(themeProblems({})).toEqual([]);
  });

  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    // From the tables of WebAIM: the lightest grey that passes on white, and the next one, which does not.
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
  ])('measures the contrast of %s on %s', (text, ground, expected) => {
    expect(contrast(text, ground)).toBeCloseTo(expected, 2);
    expect(contrast(ground, text)).toBeCloseTo(expected, 2);
  });

  it('refuses a text without enough contrast, also against a default colour', () => {
    expect(themeProblems({ muted: '#777777' })).toEqual([{ token: 'muted', problem: 'contrast' }]);
    expect(themeProblems({ muted: '#767676' })).toEqual([]);
    expect(themeProblems({ brand: '#ffb71b' }).map(({ token }) => token)).toEqual(['onBrand', 'brand']);
  });

  it.each([
    { brand: 'red' },
    { brand: '#fff' },
    { brand: 'url(https://a.example)' },
    { radius: '33px' },
    { radius: '4' },
    { launcherInset: '97px' },
    { launcherSide: 'left' },
  ])('refuses %j', (theme) => {
    const [token] = Object.keys(theme);
    expect(themeProblems(theme)).toEqual([{ token, problem: 'format' }]);
  });

  it('treats empty tokens as absent, and refuses unknown ones', () => {
    expect(partnerTheme.parse({ brand: '#8F3623', radius: '' })).toEqual({ brand: '#8f3623' });
    expect(partnerTheme.safeParse({ fontFamily: 'Comic Sans' }).success).toBe(false);
  });

  it('is the same after a round trip through the attribute', () => {
    const theme = { brand: '#8f3623', radius: '4px', ink: bankTheme.ink };
    expect(themeText(theme)).toBe('brand:#8f3623;radius:4px');
    expect(themeOf(themeText(theme))).toEqual({ brand: '#8f3623', radius: '4px' });
    expect(themeOf(' brand : #8F3623 ; fontFamily: x; ;constructor:1')).toEqual({ brand: '#8f3623' });
  });
});
