import type { InputOf } from '@dossier/contract/core/route';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import type { Client } from './client.ts';
import type { TestServer } from './test-server.ts';

let count = 0;

type Steps = InputOf<typeof flowTemplates.create>['steps'];

/** A step with these approvers. */
export const stepOf = (name: string, people: string[], more: Partial<Steps[number]> = {}): Steps[number] => ({
  name,
  approvers: people.map((id) => ({ kind: 'person', id })),
  ...more,
});

/** An enabled template, created by the administrator. */
export async function makeFlowTemplate(
  { admin }: Pick<TestServer, 'admin'>,
  steps: Steps,
  given: Partial<InputOf<typeof flowTemplates.create>> = {},
): Promise<string> {
  const terms = { flowKind: 'normal', name: `Flow ${++count}`, enabled: true, ...given } as const;
  return (await admin.call(flowTemplates.create, { ...terms, steps })).id;
}

/** Submits a flow. */
export async function handIn(client: Client, templateId: string, given: Partial<InputOf<typeof flows.save>> = {}): Promise<string> {
  const form = { title: `Please ${++count}`, reason: 'It is needed', submit: true, ...given };
  return (await client.call(flows.save, { templateId, ...form })).id;
}
