import { absences, flows } from '@dossier/contract/flows';
import { flowTemplates } from '@dossier/contract/flow-templates';
import { type Served, serve } from '../../ground/http/serve.ts';
import { createAbsence, deleteAbsence, listAbsences } from './absences.ts';
import { deleteFlow, replaceApprovers, urgeFlow, withdrawFlow } from './change-flow.ts';
import { foreseeFlow, listChoices } from './choices.ts';
import { decideFlow } from './decide.ts';
import { createTemplate, deleteTemplate, updateTemplate } from './edit-templates.ts';
import { listFlows, showCounts } from './list-flows.ts';
import { saveFlow } from './save-flow.ts';
import { showFlow } from './show-flow.ts';
import { listTemplates, showTemplate } from './show-templates.ts';

export const flowRoutes: Served[] = [
  serve(flowTemplates.list, listTemplates),
  serve(flowTemplates.show, showTemplate),
  serve(flowTemplates.create, createTemplate),
  serve(flowTemplates.update, updateTemplate),
  serve(flowTemplates.delete, deleteTemplate),
  serve(flows.choices, listChoices),
  serve(flows.foresee, foreseeFlow),
  serve(flows.save, saveFlow),
  serve(flows.list, listFlows),
  serve(flows.counts, showCounts),
  serve(flows.show, showFlow),
  serve(flows.decide, decideFlow),
  serve(flows.withdraw, withdrawFlow),
  serve(flows.urge, urgeFlow),
  serve(flows.delete, deleteFlow),
  serve(flows.replace, replaceApprovers),
  serve(absences.list, listAbsences),
  serve(absences.create, createAbsence),
  serve(absences.delete, deleteAbsence),
];
