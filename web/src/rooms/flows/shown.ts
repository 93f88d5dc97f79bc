import type { FlowKind } from '@dossier/contract/flow-shapes';
import type { flows } from '@dossier/contract/flows';
import type { OutputOf } from '@dossier/contract/route';

/** A flow with all that the person may know of it. */
export type Shown = OutputOf<typeof flows.show>;

/** What a form belongs to: a template, and the flow where it is kept already. */
export interface FormOf {
  templateId: string;
  flowKind: FlowKind;
  /** The publishing cabinet that it feeds, where the person sees it. */
  cabinetId?: string | undefined;
  flow?: Shown | undefined;
}

/** What those are called who say the last word as they manage what a flow is about. */
export const managerWord = (kind: FlowKind) => (kind === 'upload' ? 'approver_place' : 'approver_manager');
