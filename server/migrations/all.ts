import { readdirSync } from 'node:fs';
import type { Migration } from '../src/platform/db/open-database.ts';
import { baseline } from './baseline.ts';

const files = readdirSync(import.meta.dirname).filter((name) => /^\d{3}-.*\.ts$/.test(name));

async function load(file: string): Promise<Migration> {
  const { step } = (await import(`./${file}`)) as { step: Omit<Migration, 'name'> };
  return { name: file.slice(0, -'.ts'.length), ...step };
}

/** All steps in order: the baseline and the numbered files of this folder. A released step is never changed, only followed. */
export const migrations: Migration[] = [baseline, ...(await Promise.all(files.toSorted().map(load)))];
