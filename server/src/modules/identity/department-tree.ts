import { nameKey } from '../../platform/text/names.ts';

/** The departments of an organisation as a tree to look up paths in. */
export function departmentTree(departments: readonly { id: number; parent_id: number; name: string; name_key: string }[]) {
  const byPlace = new Map(departments.map((department) => [`${department.parent_id} ${department.name_key}`, department.id]));
  const byId = new Map(departments.map((department) => [department.id, department]));
  return {
    find: (parentId: number, name: string): number | undefined => byPlace.get(`${parentId} ${nameKey(name)}`),
    add: (parentId: number, name: string, id: number): void => void byPlace.set(`${parentId} ${nameKey(name)}`, id),
    /** The names from the top down to a department. */
    pathOf(id: number): string[] {
      const names: string[] = [];
      for (let department = byId.get(id); department !== undefined; department = byId.get(department.parent_id))
        names.unshift(department.name);
      return names;
    },
  };
}
export type DepartmentTree = ReturnType<typeof departmentTree>;
