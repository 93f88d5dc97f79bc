import type { TestProject } from 'vitest/node';
import { makeTemplate, removeTemplate } from './template.ts';

/** Once a run: creates the migrated template database, on PostgreSQL when the environment names a cluster. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await makeTemplate(process.env['DOSSIER_TEST_DATABASE_URL'] || undefined);
  project.provide('template', template);
  return () => removeTemplate(template);
}
