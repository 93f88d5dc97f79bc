import type access from '../../locales/en/access.json';
import type acknowledgements from '../../locales/en/acknowledgements.json';
import type activity from '../../locales/en/activity.json';
import type administration from '../../locales/en/administration.json';
import type app from '../../locales/en/app.json';
import type classification from '../../locales/en/classification.json';
import type comments from '../../locales/en/comments.json';
import type designer from '../../locales/en/designer.json';
import type documents from '../../locales/en/documents.json';
import type editing from '../../locales/en/editing.json';
import type governance from '../../locales/en/governance.json';
import type identity from '../../locales/en/identity.json';
import type meetings from '../../locales/en/meetings.json';
import type notifications from '../../locales/en/notifications.json';
import type platform from '../../locales/en/platform.json';
import type preview from '../../locales/en/preview.json';
import type reporting from '../../locales/en/reporting.json';
import type search from '../../locales/en/search.json';
import type sharing from '../../locales/en/sharing.json';
import type signatures from '../../locales/en/signatures.json';
import type webdav from '../../locales/en/webdav.json';
import type workflows from '../../locales/en/workflows.json';

/** The files of texts in `web/locales/<language>`; English says which keys there are. */
export interface TextFiles {
  access: typeof access;
  acknowledgements: typeof acknowledgements;
  activity: typeof activity;
  administration: typeof administration;
  app: typeof app;
  classification: typeof classification;
  comments: typeof comments;
  designer: typeof designer;
  documents: typeof documents;
  editing: typeof editing;
  governance: typeof governance;
  identity: typeof identity;
  meetings: typeof meetings;
  notifications: typeof notifications;
  platform: typeof platform;
  preview: typeof preview;
  reporting: typeof reporting;
  search: typeof search;
  sharing: typeof sharing;
  signatures: typeof signatures;
  webdav: typeof webdav;
  workflows: typeof workflows;
}
