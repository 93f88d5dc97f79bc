import { expect, test } from 'vitest';
import { isForeignForm } from './foreign-forms.ts';

const own = 'https://files.example.org';
const form = ({ origin, referrer = '', destination = 'document' }: { origin?: string; referrer?: string; destination?: string }) => ({
  destination: destination as RequestDestination,
  referrer,
  headers: new Headers(origin === undefined ? {} : { origin }),
});

test.each([
  ['of another site', { origin: 'https://other.example.org', referrer: 'https://other.example.org/' }],
  ['of the same host at another port', { origin: `${own}:8443` }],
  ['of a site that names itself as referrer alone', { origin: 'null', referrer: 'http://other.example.org/page' }],
  ['in a frame', { destination: 'iframe' }],
  ['in a frame of this site', { origin: own, referrer: `${own}/home`, destination: 'iframe' }],
])('a form %s shares no files', (_, request) => {
  expect(isForeignForm(form(request), own)).toBe(true);
});

test.each([
  ['without a page before it', {}],
  ['without an origin', { origin: 'null' }],
  ['of an app that is named', { origin: 'null', referrer: 'android-app://org.example.camera/' }],
  ['of this site', { origin: own, referrer: `${own}/home` }],
])('one %s may be of the share menu', (_, request) => {
  expect(isForeignForm(form(request), own)).toBe(false);
});
