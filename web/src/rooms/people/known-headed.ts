import type { Department, Named } from '@dossier/contract/departments';
import { people } from '@dossier/contract/people';
import { queryClient } from '../../ground/query.ts';

/** The first department that a person heads among those that have been looked at; nothing is asked for it. */
export function knownHeaded(personId: string): Named | undefined {
  const levels = queryClient.getQueriesData<Department[]>({ queryKey: [people.departments.path] });
  return levels.flatMap(([, level]) => level ?? []).find((one) => one.heads.some(({ id }) => id === personId));
}
