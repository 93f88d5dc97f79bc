import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { type Served, serve } from '../../platform/http/serve.ts';
import { acknowledgeVersion, askPeople, endRequest, remindPeople } from './requests/ask-people.ts';
import { listAskedPeople, listPending, listRequests, showRequest } from './requests/list-requests.ts';

export const acknowledgementRoutes: Served[] = [
  serve(acknowledgements.detail, showRequest),
  serve(acknowledgements.requests, listRequests),
  serve(acknowledgements.people, listAskedPeople),
  serve(acknowledgements.pending, listPending),
  serve(acknowledgements.create, askPeople),
  serve(acknowledgements.acknowledge, acknowledgeVersion),
  serve(acknowledgements.remind, remindPeople),
  serve(acknowledgements.close, endRequest),
];
