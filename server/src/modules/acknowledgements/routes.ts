import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { type Served, type ServedFile, serve } from '../../platform/http/serve.ts';
import { acknowledgeVersion, askLeftOut, askPeople, endRequest, remindPeople } from './requests/ask-people.ts';
import { listAskedPeople, listPending, listRequests, showLeftOut, showRequest } from './requests/list-requests.ts';
import { exportRequest, reportFiles } from './requests/request-report.ts';

export const acknowledgementRoutes: Served[] = [
  serve(acknowledgements.detail, showRequest),
  serve(acknowledgements.requests, listRequests),
  serve(acknowledgements.people, listAskedPeople),
  serve(acknowledgements.leftOut, showLeftOut),
  serve(acknowledgements.askLeftOut, askLeftOut),
  serve(acknowledgements.export, exportRequest),
  serve(acknowledgements.pending, listPending),
  serve(acknowledgements.create, askPeople),
  serve(acknowledgements.acknowledge, acknowledgeVersion),
  serve(acknowledgements.remind, remindPeople),
  serve(acknowledgements.close, endRequest),
];

/** The paths that serve files. */
export const acknowledgementFiles: ServedFile[] = reportFiles;
