import { people } from '@dossier/contract/people';
import { serve, type Served } from '../../ground/http/serve.ts';
import { findDepartments } from './find-departments.ts';
import { searchGrantees } from './search-grantees.ts';

export const granteeRoutes: Served[] = [serve(people.findDepartments, findDepartments), serve(people.grantees, searchGrantees)];
