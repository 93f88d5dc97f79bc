import { admin } from '@dossier/contract/admin';
import { serve, type Served, type ServedFile, serveSlow } from '../../ground/http/serve.ts';
import { deleteUser } from './delete-user.ts';
import { exportPeople, offerTemplate, peopleTables } from './export-people.ts';
import { showImportTerms } from './import-terms.ts';
import { planImport } from './plan-import.ts';
import { showEstate } from './show-estate.ts';
import { beginImport, writeImport } from './write-import.ts';

export const adminRoutes: Served[] = [
  serve(admin.exportPeople, exportPeople),
  serve(admin.importTemplate, offerTemplate),
  serve(admin.importTerms, showImportTerms),
  serveSlow(admin.planImport, planImport),
  serve(admin.beginImport, beginImport),
  serveSlow(admin.writeImport, writeImport),
  serve(admin.estate, showEstate),
  serve(admin.deleteUser, deleteUser),
];

export const adminFiles: ServedFile[] = peopleTables;
