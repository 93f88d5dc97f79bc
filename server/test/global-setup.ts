import type { TestProject } from 'vitest/node';
import { makeTemplate, removeTemplate, type Template } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: Template;
  }
}

/** Once a run: the migrated template, on PostgreSQL when the environment names a cluster. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await makeTemplate(process.env['DOSSIER_TEST_DATABASE_URL'] || undefined);
  project.provide('template', template);
  return () => removeTemplate(template);
}
