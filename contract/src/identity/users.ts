import { z } from 'zod';
import { administrativePermissions } from '../core/administrative-permissions.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Lang, LoginName, Nothing, Password, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { Members, Named, NewName, departmentCalls } from './departments.ts';
import { organisations } from './organisations.ts';

/** A user as administrators see them. */
export const Person = z.object({
  id: Id,
  loginName: Text,
  fullName: Text,
  roleType: z.number(),
  enabled: z.boolean(),
  /** For a guest: the organisation that the account belongs to. */
  guestOf: Text.optional(),
  /** The main department first. */
  departments: z.array(Named),
  roles: z.array(Named),
  groups: z.array(Named),
  /** Ready for `<img>`; absent without an image. */
  avatarUrl: Text.optional(),
  // for the organisation's own users only: the account of a guest belongs to another organisation
  mail: Text.optional(),
  lang: Lang.optional(),
  createTime: Time.optional(),
  lastLoginTime: Time.optional(),
  /** Whether a sign-in asks for a code by mail or of an authenticator. */
  secondStep: z.boolean().optional(),
});
export type Person = z.infer<typeof Person>;

/** A user with what only their own page shows; of a guest without the account. */
export const PersonDetail = Person.extend({
  /** The departments that they head. */
  headOf: z.array(Named),
  codeByMail: z.boolean().optional(),
  authenticator: z.boolean().optional(),
  passkeys: z.number().optional(),
  passwordTime: Time.optional(),
  /** They have to change the password at the next sign-in. */
  passwordDue: z.boolean().optional(),
});
export type PersonDetail = z.infer<typeof PersonDetail>;

/** How many users one call changes. */
export const mostChangedUsers = 100;

/** What users are listed by. */
export const userStates = ['enabled', 'disabled', 'guests'] as const;
export const userOrders = ['name', 'lastLogin', 'created'] as const;

export const Group = z.object({ id: Id, name: Text, memberCount: z.number() });
export type Group = z.infer<typeof Group>;

export const Role = z.object({
  id: Id,
  name: Text,
  roleType: z.number(),
  moduleTypes: z.array(z.number()),
  deeds: z.array(z.enum(administrativePermissions)),
  /** True where the permissions are limited to the departments that the holder heads. */
  branch: z.boolean(),
  builtIn: z.boolean(),
  memberCount: z.number(),
});
export type Role = z.infer<typeof Role>;

/** A principal that rights can be granted to. */
export const Principal = z.object({
  type: z.enum(['user', 'group', 'department', 'organisation', 'role']),
  id: Id,
  name: Text,
  detail: Text.optional(),
});
export type Principal = z.infer<typeof Principal>;

/** The roles of every organisation, under their stored names; a client shows them in its own language. */
export const builtInRoles = {
  administrators: 'Administrators',
  site: 'Site administrators',
  system: 'System administrators',
  security: 'Security administrators',
  audit: 'Audit administrators',
  heads: 'Heads of departments',
  staff: 'Staff',
} as const;

export type BuiltInRole = keyof typeof builtInRoles;

const Filter = z.object({ ...pageFields, keyword: Text.optional() });
const Office = {
  /** Areas that can be shown to everyone; the administration follows from `deeds`. */
  moduleTypes: z.array(z.number().int()).optional(),
  deeds: z.array(z.enum(administrativePermissions)).optional(),
  branch: Flag.optional(),
};

/** Whether the user must change the password first. */
const mustChange = Flag.optional();

export const people = {
  users: get('/user/pageList', {
    access: 'people.see',
    branch: true,
    does: 'People of the organisation',
    input: z.object({
      ...pageFields,
      keyword: Text.optional(),
      departmentId: Id.optional(),
      /** Including the departments below it. */
      below: Flag.optional(),
      roleId: Id.optional(),
      state: z.enum(userStates).optional(),
      /** With a second step or without; guests are in neither, as their account is administrated elsewhere. */
      secondStep: z.enum(['on', 'off']).optional(),
      /** Who has not signed in for so many days, or never. */
      idleDays: Int.pipe(z.number().min(1).max(3650)).optional(),
      sort: z.enum(userOrders).default('name'),
      sortDirection: z.enum(['asc', 'desc']).default('asc'),
    }),
    output: paged(Person),
  }),
  user: get('/user/detail', {
    access: 'people.see',
    branch: true,
    does: 'A person of the organisation, or a guest in it, with what secures the account',
    input: z.object({ id: Id }),
    output: PersonDetail,
  }),
  createUser: post('/user/create', {
    access: 'people.edit',
    branch: true,
    does: 'Create a person',
    input: z.object({
      loginName: LoginName.trim().min(1),
      fullName: z.string().trim().min(1).max(100),
      password: Password,
      departmentIds: Ids.optional(),
      roleIds: Ids.optional(),
      mail: Text.optional(),
      lang: Lang.optional(),
      mustChange,
    }),
    output: z.object({ id: Id }),
  }),
  updateUser: post('/user/update', {
    access: 'people.edit',
    branch: true,
    does: 'Change a person: name, departments, roles, mail address, enabled',
    input: z.object({
      id: Id,
      fullName: z.string().trim().min(1).max(100).optional(),
      departmentIds: z.union([Ids, z.tuple([])]).optional(),
      roleIds: z.union([Ids, z.tuple([])]).optional(),
      /** Empty: removes the address. */
      mail: Text.optional(),
      enabled: Flag.optional(),
    }),
    output: Nothing,
  }),
  updateUsers: post('/user/updateMany', {
    access: 'people.edit',
    branch: true,
    does: 'Change several people at once: enabled, departments; all of them or none',
    input: z.object({
      userIds: Ids,
      enabled: Flag.optional(),
      departmentIds: z.union([Ids, z.tuple([])]).optional(),
    }),
    output: Nothing,
  }),
  requireNewPassword: post('/user/requireNewPwd', {
    access: 'people.secrets',
    branch: true,
    does: 'Make people choose a new password at their next sign-in, and end their sessions; all of them or none',
    input: z.object({ userIds: Ids }),
    output: Nothing,
  }),
  resetSecondStep: post('/user/resetSecondStep', {
    access: 'people.secrets',
    branch: true,
    does: 'Take away the second step of a person who lost the means for it',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  resetPassword: post('/user/resetPwd', {
    access: 'people.secrets',
    branch: true,
    does: 'Set a new password for a person',
    input: z.object({ id: Id, newPwd: Password, mustChange }),
    output: Nothing,
  }),

  findGuest: post('/space/findGuest', {
    access: 'people.guests',
    does: 'Who has exactly this mail address or login name, to be looked at before they are invited',
    input: z.object({ account: z.string().trim().min(1).max(300) }),
    /** `ticket` invites this user within 15 minutes; `here`: they are already in this organisation. */
    output: z.object({ ticket: Text, fullName: Text, organisation: Text, here: z.boolean() }),
  }),
  addGuest: post('/space/addGuest', {
    access: 'people.guests',
    does: 'Let whom findGuest found work in this organisation; without roles they have none here',
    input: z.object({ ticket: Text, roleIds: z.union([Ids, z.tuple([])]).optional() }),
    /** `added` is false where they are already in this organisation. */
    output: z.object({ id: Id, fullName: Text, organisation: Text, added: z.boolean() }),
  }),
  endGuest: post('/space/endGuest', {
    access: 'people.guests',
    does: "End a guest's membership: what they were given here ends with it",
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  ...organisations,

  ...departmentCalls,

  groups: get('/group/pageList', { access: 'session', does: 'User groups', input: Filter, output: paged(Group) }),
  createGroup: post('/group/create', {
    access: 'groups.edit',
    does: 'Create a user group',
    input: z.object({ name: NewName }),
    output: z.object({ id: Id }),
  }),
  renameGroup: post('/group/update', {
    access: 'groups.edit',
    does: 'Rename a user group',
    input: z.object({ id: Id, name: NewName }),
    output: Nothing,
  }),
  deleteGroup: post('/group/delete', { access: 'groups.edit', does: 'Delete a user group', input: z.object({ id: Id }), output: Nothing }),
  groupMembers: get('/group/users', {
    access: 'people.see',
    does: 'Members of a group',
    input: z.object({ ...Filter.shape, id: Id }),
    output: paged(Person),
  }),
  addToGroup: post('/group/addUsers', { access: 'groups.edit', does: 'Put people into a group', input: Members, output: Nothing }),
  removeFromGroup: post('/group/removeUsers', {
    access: 'groups.edit',
    does: 'Take people out of a group',
    input: Members,
    output: Nothing,
  }),

  roles: get('/role/pageList', { access: 'session', does: 'Roles', input: Filter, output: paged(Role) }),
  createRole: post('/role/create', {
    access: 'roles.edit',
    does: 'Create a role with the areas that it opens and what it lets do',
    input: z.object({ name: NewName, ...Office }),
    output: z.object({ id: Id }),
  }),
  updateRole: post('/role/update', {
    access: 'roles.edit',
    does: 'Rename a role, change its areas or what it lets do',
    input: z.object({ id: Id, name: NewName.optional(), ...Office }),
    output: Nothing,
  }),
  deleteRole: post('/role/delete', { access: 'roles.edit', does: 'Delete a role', input: z.object({ id: Id }), output: Nothing }),
  roleMembers: get('/role/users', {
    access: 'people.see',
    does: 'Members of a role',
    input: z.object({ ...Filter.shape, id: Id }),
    output: paged(Person),
  }),
  addToRole: post('/role/addUsers', { access: 'roles.assign', does: 'Give a role to people', input: Members, output: Nothing }),
  removeFromRole: post('/role/removeUsers', { access: 'roles.assign', does: 'Take a role from people', input: Members, output: Nothing }),

  grantees: get('/grantee/search', {
    access: 'session',
    inView: 'sees',
    does: 'People, groups, departments, organisations and roles by part of their name, to give rights to (at most 20)',
    input: z.object({ keyword: Text.default(''), type: Principal.shape.type.optional() }),
    output: z.array(Principal),
  }),
};
