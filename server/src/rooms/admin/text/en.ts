import type { Texts } from './cn.ts';

export const text = {
  loginName: 'Login name',
  fullName: 'Name',
  departments: 'Departments',
  roles: 'Roles',
  groups: 'Groups',
  mail: 'Mail address',
  enabled: 'Enabled',
  lang: 'Language',
  yes: 'Yes',
  no: 'No',
  administrators: 'Administrators',
  site: 'Site administrators',
  system: 'System administrators',
  security: 'Security administrators',
  audit: 'Audit administrators',
  heads: 'Heads of departments',
  staff: 'Staff',
  peopleFile: 'People',
  templateFile: 'People to import',
  handedOver: ' (handed over)',
  inviteSubject: 'Dossier: an account was opened for you',
  inviteText:
    'Hello {name},\n\nan account was opened for you on Dossier. Your login name is {login}.\nOpen {address}, choose “Forgotten?” and set your password with the code that is sent to this address.',
} satisfies Texts;
