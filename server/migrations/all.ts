import { readdirSync } from 'node:fs';
import type { Migration, MigrationStep } from '../src/platform/db/open-database.ts';
import { baseline } from './baseline.ts';

const names = readdirSync(import.meta.dirname).flatMap((file) => /^(\d{3}-.*)\.ts$/.exec(file)?.[1] ?? []);

async function load(name: string): Promise<Migration> {
  const { step } = (await import(/* @vite-ignore */ `./${name}.ts`)) as { step: MigrationStep };
  return { name, ...step };
}

/** All steps in order: the baseline and the numbered files of this folder. A released step is never changed, only followed. */
export const migrations: Migration[] = [baseline, ...(await Promise.all(names.toSorted().map(load)))];
