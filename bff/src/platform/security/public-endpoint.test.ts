import { isPublicAddress, publicLookup } from './public-addresses';
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

it('connects to no name that leads to this machine', async () => {
  const error = await new Promise((resolve) => publicLookup('localhost', { all: true }, resolve));
  expect(error).toEqual(new Error('the name does not lead to the public internet'));
});
