import { expect, it } from 'vitest';
import { isPublicAddress, mayAsk, postPublic } from './public-fetch.ts';

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'no address',
])('%s is no address of the internet', (address) => expect(isPublicAddress(address)).toBe(false));

it.each(['8.8.8.8', '172.32.0.1', '2a00:1450:4001::1'])('%s is one', (address) => expect(isPublicAddress(address)).toBe(true));

it.each([
  ['http://push.example/x', false],
  ['https://user:secret@push.example/x', false],
  ['https://127.0.0.1/x', false],
  ['https://[::1]/x', false],
  ['https://2130706433/x', false],
  ['ftp://push.example/x', false],
  ['https://push.example:8443/x', false],
  ['https://push.example:443/x', true],
  ['nothing', false],
  ['https://push.example/x', true],
  ['http://push.own:8080/x', true],
  ['http://push.own/x', false],
])('of %s it is said: %s', (address, may) => expect(mayAsk(address, ['push.own:8080'])).toBe(may));

it('connects to no machine of a local network, by whatever name', async () => {
  const request = { headers: {}, body: new Uint8Array(), privateHosts: [], timeoutMs: 5000, signal: new AbortController().signal };
  await expect(postPublic('https://localhost/x', request)).rejects.toMatchObject({ trouble: 'address' });
});
