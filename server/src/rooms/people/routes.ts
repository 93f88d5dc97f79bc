import { people } from '@dossier/contract/people';
import { serveSlow, type Served } from '../../ground/http/serve.ts';
import { createUser } from './create-user.ts';

export const peopleRoutes: Served[] = [serveSlow(people.createUser, createUser)];
