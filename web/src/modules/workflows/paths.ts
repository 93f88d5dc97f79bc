import type { FlowKind } from '@dossier/contract/workflows/flow-shapes';
import { patternParam } from '../../platform/page-query.ts';

/** At most 15 ids, joined by commas. */
export const idListParam = patternParam(/^\d+(,\d+){0,14}$/);

export const minePath = '/flow/index/myflow';
export const draftsPath = '/flow/index/myDraft';
export const waitingPath = '/flow/index/waittodo';
export const handledPath = '/flow/index/myApprova';
export const finishedPath = '/flow/index/finshFlow';
export const startPath = '/flow/index/flowadd';
export const templatesPath = '/admin/index/dataManger/flow';
/** The page that the links of emails lead to. */
export const emailDecisionPath = '/flow/email';
export const absencesPath = '/home-setting/agent-setting';

/** The form's address for each kind of flow. */
export const formPaths: Record<FlowKind, string> = {
  normal: '/flow/index/flowaddform/normalForm',
  publish: '/flow/index/flowaddform/publishForm',
  revise: '/flow/index/flowaddform/reviseForm',
  abolish: '/flow/index/flowaddform/abolishForm',
  borrow: '/flow/index/flowaddform/borrowForm',
  upload: '/flow/index/flowaddform/uploadForm',
  download: '/flow/index/flowaddform/downloadForm',
};

/** The address of an item by its id alone: a folder is opened, a document selected in its folder. */
export const itemPath = (id: string): string => `/knowledge/index?objId=${id}`;
