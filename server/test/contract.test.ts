import { readFileSync, readdirSync } from 'node:fs';
import { calls } from '@dossier/contract/calls';
import { msgType } from '@dossier/contract/notifications/messages';
import { action } from '@dossier/contract/reporting/actions';
import { describe, expect, it } from 'vitest';
import { files, served } from '../src/app/modules.ts';

const declared = Object.entries(calls).flatMap(([module, routes]) =>
  Object.entries(routes).map(([name, route]) => ({ name: `${module}.${name}`, route })),
);
const placeOf = (route: { method: string; path: string }): string => `${route.method} ${route.path}`;

/** The paths that the client's modules declare, read from their sources: server and client never import each other. */
function clientPaths(): string[] {
  const modules = new URL('../../web/src/modules/', import.meta.url);
  return readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('routes.tsx'))
    .flatMap((file) =>
      [...readFileSync(new URL(file, modules), 'utf8').matchAll(/\bpath:\s*['"`]([^'"`]+)/g)].map((found) => found[1] ?? ''),
    );
}

describe('every call of the contract', () => {
  it.each(declared)('$name is served once', ({ route }) => {
    expect(served.filter((call) => call.route === route)).toHaveLength(1);
  });

  it('has a path of its own', () => {
    const places = [...declared.map(({ route }) => placeOf(route)), ...files.map(placeOf)];
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
  });

  it('is the only thing served', () => {
    const known = new Set(declared.map(({ route }) => route));
    expect(served.filter((call) => !known.has(call.route)).map((call) => call.route.path)).toEqual([]);
  });
});

it.each(Object.entries({ messages: msgType, actions: action }))('no two kinds of %s have one number', (_, kinds) => {
  const numbers = Object.values(kinds);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

describe('paths', () => {
  it('of the client and of calls never collide', () => {
    const paths = clientPaths();
    const taken = new Set([...declared.map(({ route }) => route.path), ...files.map((file) => file.path), '/health', '/openapi.json']);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => taken.has(path))).toEqual([]);
  });
});
