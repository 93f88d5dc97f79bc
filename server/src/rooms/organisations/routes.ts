import { people } from '@dossier/contract/people';
import { serve, type Served } from '../../ground/http/serve.ts';
import { listOrganisations, updateOrganisation } from './organisations.ts';
import { listRelated, listRelations, setRelations } from './relations.ts';

/** All but those that make accounts, which the people room serves. */
export const organisationRoutes: Served[] = [
  serve(people.organisations, listOrganisations),
  serve(people.updateOrganisation, updateOrganisation),
  serve(people.relations, listRelations),
  serve(people.setRelations, setRelations),
  serve(people.relatedOrganisations, listRelated),
];
