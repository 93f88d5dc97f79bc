import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { codes } from '@dossier/contract/core/codes';
import { expect, it } from 'vitest';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file));

it('every answer code is raised by the server', () => {
  const sources = filesIn(join(import.meta.dirname, '..', 'server', 'src')).map((file) => readFileSync(file, 'utf8'));
  const schemas = filesIn(join(import.meta.dirname, '..', 'contract', 'src')).map((file) => readFileSync(file, 'utf8'));
  const named = new Set([
    ...sources.flatMap((text) => [...text.matchAll(/\bcodes\.(\w+)|'(\w+)'/g)].map(([, code, word]) => code ?? word)),
    ...schemas.flatMap((text) => [...text.matchAll(/refusedAs\('(\w+)'\)/g)].map(([, code]) => code)),
  ]);
  const never = Object.keys(codes).filter((name) => !named.has(name));
  expect(never).toEqual([]);
});
