import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Nothing, Text } from '../core/shapes.ts';

/** A name with its id. */
export const Named = z.object({ id: Id, name: Text });
export type Named = z.infer<typeof Named>;

/** The name of a new entity: not empty. */
export const NewName = z.string().trim().min(1).max(100);

/** Users to add or remove. */
export const Members = z.object({ id: Id, userIds: Ids });

const SortNumber = Int.pipe(z.number().min(0).max(999)).default(99);

/** A department with its counts and its heads. */
export const Department = z.object({
  id: Id,
  parentId: Id.optional(),
  name: Text,
  sortNumber: z.number(),
  hasChildren: z.boolean(),
  memberCount: z.number(),
  /** Users in it and in all departments below, each counted once. */
  wholeCount: z.number(),
  /** Departments below it, at any depth. */
  belowCount: z.number(),
  heads: z.array(Named),
});
export type Department = z.infer<typeof Department>;

/** A department with its ancestors, from the top. */
export const FoundDepartment = z.object({ id: Id, name: Text, way: z.array(Named) });
export type FoundDepartment = z.infer<typeof FoundDepartment>;

/** Only departments that the caller heads, with all below. */
const headed = Flag.optional();

/** The calls for departments, merged into those for users. */
export const departmentCalls = {
  departments: get('/department/list', {
    access: 'session',
    does: 'Departments below one department, or the top ones; with headed the topmost of those that the caller heads',
    input: z.object({ parentId: Id.optional(), headed }),
    output: z.array(Department),
  }),
  findDepartments: get('/department/search', {
    access: 'session',
    does: 'Departments by part of their name, each with the way to it (at most 20)',
    input: z.object({ keyword: Text.default(''), headed }),
    output: z.array(FoundDepartment),
  }),
  createDepartment: post('/department/create', {
    access: 'departments.edit',
    branch: true,
    does: 'Create a department',
    input: z.object({ parentId: Id.optional(), name: NewName, sortNumber: SortNumber }),
    output: z.object({ id: Id }),
  }),
  updateDepartment: post('/department/update', {
    access: 'departments.edit',
    branch: true,
    does: 'Rename, order or move a department (parentId "0" makes it a top one)',
    input: z.object({ id: Id, name: NewName.optional(), sortNumber: Int.optional(), parentId: z.union([Id, z.literal('0')]).optional() }),
    output: Nothing,
  }),
  placeDepartment: post('/department/place', {
    access: 'departments.edit',
    branch: true,
    does: 'Put a department before another of its level, or last',
    input: z.object({ id: Id, before: Id.optional() }),
    output: Nothing,
  }),
  deleteDepartment: post('/department/delete', {
    access: 'departments.edit',
    branch: true,
    does: 'Delete an empty department',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  setHeads: post('/department/setHeads', {
    access: 'departments.heads',
    does: 'Let a department be headed by exactly these people, who may administrate it as the role for that says',
    input: z.object({ id: Id, userIds: z.union([Ids, z.tuple([])]) }),
    output: Nothing,
  }),
  addToDepartment: post('/department/addUsers', {
    access: 'departments.edit',
    branch: true,
    does: 'Put people into a department',
    input: Members,
    output: Nothing,
  }),
  removeFromDepartment: post('/department/removeUsers', {
    access: 'departments.edit',
    branch: true,
    does: 'Take people out of a department',
    input: Members,
    output: Nothing,
  }),
};
