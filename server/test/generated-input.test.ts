import { calls } from '@dossier/contract/calls';
import { codes } from '@dossier/contract/core/codes';
import type { Route } from '@dossier/contract/core/route';
import { shares } from '@dossier/contract/sharing/shares';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Client } from './client.ts';
import { isLong } from './long.ts';
import { makeCabinet, makeDocument, makeFolder } from './make-items.ts';
import { makeSignedIn } from './make.ts';
import { come } from './share-people.ts';
import { adminPassword } from './template.ts';
import { type TestServer, openTestServer } from './test-server.ts';

/** Of a JSON schema, what a sample is made from. */
interface Schema {
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  type?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

const oddTexts = [
  'a',
  'x'.repeat(40),
  'x'.repeat(3000),
  '\0',
  'a\0b',
  '\uD800',
  '%',
  "'",
  '\u202Eabc',
  '\u200B',
  '__proto__',
  'constructor',
  '{}',
  '[]',
  'null',
  '9999-99-99',
  '0000-00-00',
  '+1-1',
  '😀',
  '1e999',
  '-1',
  '0',
  '\\',
  '(((',
  '*',
  '1,2',
  'a@b.c',
  '../..',
  ':,:',
];
const numbers = [0, 1, -1, 2 ** 31, 2 ** 53 - 1, 1 - 2 ** 53, 1.5, 100, 3];
const times = ['2026-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '2026-01-01T00:00:00+23:59', '1969-01-01T00:00:00Z'];
const dates = ['2026-01-01', '9999-99-99', '0000-00-00', '2026-02-31'];

/** Makes inputs that the schema of a call allows, with odd values, and ids of what is there. The same seed makes the same inputs. */
class Samples {
  private state: number;
  readonly ids: string[] = ['1', '999999999999999', '9999999999999999'];

  constructor(seed: number) {
    this.state = seed;
  }

  /** At least 0 and below 1. */
  private random(): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return this.state / 0x80_00_00_00;
  }

  private pick<T>(all: readonly T[]): T {
    const one = all[Math.floor(this.random() * all.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }

  of(schema: Schema, depth = 0): unknown {
    if ('const' in schema) return schema.const;
    if (schema.enum !== undefined) return this.pick(schema.enum);
    if (schema.anyOf !== undefined) return this.of(this.pick(schema.anyOf), depth);
    if (schema.allOf?.[0] !== undefined) return this.of(schema.allOf[0], depth);
    if (schema.type === 'string') return this.text(schema);
    if (schema.type === 'number' || schema.type === 'integer') return this.number(schema);
    if (schema.type === 'boolean') return this.random() < 0.5;
    if (schema.type === 'null') return null;
    if (schema.type === 'array') return this.list(schema, depth);
    if (schema.type === 'object') return this.object(schema, depth);
    return this.pick([this.pick(this.ids), this.pick(oddTexts), this.pick(numbers), [this.pick(this.ids)], true]);
  }

  private text({ format, pattern = '', maxLength = 4000 }: Schema): string {
    if (format === 'date-time') return this.pick(times);
    if (pattern.includes('[1-9]')) return this.pick(this.ids);
    if (pattern.includes('{4}-')) return this.pick(dates);
    return (this.random() < 0.4 ? 'a name' : this.pick(oddTexts)).slice(0, maxLength);
  }

  private number({ type, minimum = -Infinity, maximum = Infinity }: Schema): number {
    const found = this.pick([...numbers, ...[minimum, maximum].filter((bound) => Number.isFinite(bound))]);
    return Math.max(minimum, Math.min(maximum, type === 'integer' ? Math.trunc(found) : found));
  }

  private list({ items = {}, minItems = 0, maxItems = 3 }: Schema, depth: number): unknown[] {
    if (depth > 5) return [];
    return Array.from({ length: Math.max(minItems, Math.min(maxItems, this.pick([0, 1, 2, 3]))) }, () => this.of(items, depth + 1));
  }

  private object({ properties = {}, required = [], additionalProperties }: Schema, depth: number): Record<string, unknown> {
    const wanted = Object.entries(properties).filter(([key]) => required.includes(key) || this.random() < 0.6);
    const odd = typeof additionalProperties === 'object' ? [[this.pick(oddTexts), this.of(additionalProperties, depth + 1)]] : [];
    return Object.fromEntries([...wanted.map(([key, value]) => [key, this.of(value, depth + 1)]), ...odd]);
  }
}

/** What would end the session that calls, take its user's rights, or change how the server answers and whom it calls. */
const isLeftOut = ({ path }: Route): boolean =>
  /logout|logoff|changePassword|resetPassword|removeUser|\/people\/delete|trySettings|saveSettings|\/end|login|session|viewAs|switch/i.test(
    path,
  );

/** Makes what the calls are to find, and answers a visitor of a link to it. */
async function furnish(dossier: TestServer, samples: Samples): Promise<{ visitor: Client; token: string }> {
  const cabinet = await makeCabinet(dossier.admin);
  const folder = await makeFolder(dossier.admin, cabinet);
  const document = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'a.txt', bytes: 'words' });
  const { id } = await makeSignedIn(dossier);
  const { token } = await dossier.admin.call(shares.create, { objIds: [folder], name: 'Shared', allowDownload: true });
  samples.ids.push(cabinet, folder, document, id);
  return { visitor: await come(dossier, token), token };
}

it.each(isLong ? [1, 2, 3, 4, 5, 6, 7, 8] : [1])('calls answer whatever their schema allows, made by the seed %i', async (seed) => {
  const dossier = await openTestServer();
  onTestFinished(() => dossier.close());
  const samples = new Samples(seed);
  const { visitor, token } = await furnish(dossier, samples);
  const failed: string[] = [];
  const passed = new Set<string>();
  for (let round = 0; round < (isLong ? 10 : 2); round++) {
    // some calls end sessions
    const person = await dossier.as({ loginName: 'admin', password: adminPassword });
    for (const route of Object.values(calls).flatMap((all): Route[] => Object.values(all))) {
      if (isLeftOut(route)) continue;
      const made = samples.of(z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }) as Schema);
      const isByLink = route.access === 'link';
      const input = isByLink ? { ...(made as object), token } : made;
      const { text } = await (isByLink ? visitor : person).raw(route, input);
      const { code, data } = JSON.parse(text) as { code: number; data?: unknown };
      if (code === codes.systemError.code) failed.push(`${route.path} ${JSON.stringify(input)}`);
      if (code === codes.ok.code) passed.add(route.path);
      if (code === codes.ok.code && samples.ids.length < 200)
        samples.ids.push(...[...JSON.stringify(data ?? '').matchAll(/"id":"(\d{5,16})"/g)].flatMap(([, found]) => found ?? []));
    }
  }
  await dossier.drain();
  expect([failed, dossier.log.filter((line) => /"level":(50|60)/.test(line))]).toEqual([[], []]);
  // an input that its schema refuses says nothing
  expect(passed.size).toBeGreaterThan(50);
});
