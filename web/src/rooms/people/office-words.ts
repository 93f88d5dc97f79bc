import type { Deed, DeedArea } from '@dossier/contract/deeds';
import type { Keys } from './text/cn.ts';

/** What the areas of administration are called. */
export const areaKeys: Record<DeedArea, Keys> = {
  people: 'officePeople',
  departments: 'departments',
  groups: 'groups',
  roles: 'roles',
  sessions: 'officeSessions',
  addresses: 'officeAddresses',
  cabinets: 'officeCabinets',
  rights: 'officeRights',
  shares: 'officeShares',
  quotas: 'officeQuotas',
  templates: 'officeTemplates',
  watermarks: 'officeWatermarks',
  log: 'officeLog',
  organisations: 'organisations',
  settings: 'officeSettings',
  licence: 'officeLicence',
};

/** What each deed is called in its area. */
export const deedKeys: Record<Deed, Keys> = {
  'people.see': 'deedSee',
  'people.edit': 'deedEditPeople',
  'people.secrets': 'deedSecrets',
  'people.remove': 'deedRemovePeople',
  'people.guests': 'deedGuests',
  'departments.edit': 'deedEditDepartments',
  'departments.heads': 'deedHeads',
  'groups.edit': 'deedEdit',
  'roles.edit': 'deedEditRoles',
  'roles.assign': 'deedAssign',
  'sessions.see': 'deedSee',
  'sessions.end': 'deedEnd',
  'addresses.see': 'deedSee',
  'addresses.edit': 'deedEdit',
  'cabinets.create': 'deedCabinets',
  'rights.see': 'deedSeeRights',
  'rights.viewAs': 'deedViewAs',
  'rights.owner': 'deedOwner',
  'quotas.edit': 'deedEdit',
  'templates.edit': 'deedEdit',
  'watermarks.edit': 'deedEdit',
  'shares.edit': 'deedShares',
  'log.see': 'deedSee',
  'organisations.edit': 'deedEdit',
  'settings.edit': 'deedEdit',
  'licence.edit': 'deedEdit',
};
