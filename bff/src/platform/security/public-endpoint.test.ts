import type { LookupFunction } from 'node:net';
import { isPublicAddress, publicLookupBy } from './public-addresses';
import { isAllowedEndpoint } from './public-endpoint';

const world = 'http://localhost:3004';

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'http://localhost:3004/push/abc',
])('a message may go to %s', (endpoint) => {
  expect(isAllowedEndpoint(endpoint, world)).toBe(true);
});

it.each([
  'http://push.example.org/1',
  'https://127.0.0.1/1',
  'https://0x7f000001/1',
  'https://2130706433/1',
  'https://10.0.0.1/1',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/1',
  'https://[::ffff:10.0.0.1]/1',
  'https://localhost/1',
  'https://localhost./1',
  'https://database.internal/1',
  'https://intranet/1',
  'https://push.example.org:3306/1',
  'https://me:secret@push.example.org/1',
  'http://localhost:3000/push/abc',
  'http://localhost:3004@push.example.org/',
  'file:///etc/passwd',
  'no address',
])('no message may go to %s', (endpoint) => {
  expect(isAllowedEndpoint(endpoint, world)).toBe(false);
  expect(isAllowedEndpoint(endpoint, undefined)).toBe(false);
});

const publicOnes = ['8.8.8.8', '172.15.255.255', '172.32.0.0', '2a00:1450:4007:80e::200a'];
const others = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
];

it.each([
  ...publicOnes.map((address) => [address, true] as const),
  ...others.map((address) => [address, false] as const),
])('whether %s is of the public internet: %s', (address, expected) => {
  expect(isPublicAddress(address, address.includes(':') ? 6 : 4)).toBe(expected);
});

const noData = () => Promise.reject(Object.assign(new Error('no data'), { code: 'ENODATA' }));
const addressesOf = (lookup: LookupFunction) =>
  new Promise((resolve) =>
    lookup('push.example.org', { all: true }, (error, addresses) => resolve(error ?? addresses)),
  );
const inward = new Error('the name does not lead to the public internet');

it('connects to the addresses of a name, of one family or both', async () => {
  const [v4, v6] = ['8.8.8.8', '2a00:1450:4007:80e::200a'];
  const both = { resolve4: () => Promise.resolve([v4]), resolve6: () => Promise.resolve([v6]) };
  expect(await addressesOf(publicLookupBy(both as never))).toEqual([
    { address: v4, family: 4 },
    { address: v6, family: 6 },
  ]);
  expect(await addressesOf(publicLookupBy({ ...both, resolve6: noData } as never))).toEqual([
    { address: v4, family: 4 },
  ]);
});

it('connects to no name one of whose addresses leads inward, whatever it led to before', async () => {
  const answers = [['8.8.8.8'], ['8.8.8.8', '10.0.0.1'], ['127.0.0.1'], []];
  const lookup = publicLookupBy({
    resolve4: () => Promise.resolve(answers.shift()),
    resolve6: noData,
  } as never);
  expect(await addressesOf(lookup)).toEqual([{ address: '8.8.8.8', family: 4 }]);
  for (; answers.length > 0;) expect(await addressesOf(lookup)).toEqual(inward);
});

it('fails where the name servers of a name do not answer', async () => {
  const late = Object.assign(new Error('late'), { code: 'ETIMEOUT' });
  const lookup = publicLookupBy({ resolve4: () => Promise.reject(late), resolve6: noData } as never);
  expect(await addressesOf(lookup)).toBe(late);
});
