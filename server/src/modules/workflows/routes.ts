import { absences, flowEmails, flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { type Served, serve, serveSlow } from '../../platform/http/serve.ts';
import { createAbsence, deleteAbsence, listAbsences } from './absences/absences.ts';
import { decideByEmail, decideOwnByEmail, showEmailDecision, showOwnEmailDecision } from './emails/email-decisions.ts';
import { decideFlow, deleteFlow, replaceApprovers, urgeFlow, withdrawFlow } from './flows/flow-decisions.ts';
import { signFlow } from './flows/flow-signing.ts';
import { listStartableTemplates, previewFlow, saveFlow } from './flows/flow-submission.ts';
import { cancelPublication } from './flows/publications.ts';
import { countOwnFlows, listFlows, listTrail, showFlow } from './flows/read-flows.ts';
import { retrySubflow } from './flows/waiting-nodes.ts';
import { createTemplate, deleteTemplate, listTemplates, showTemplate, showTemplateVersion, updateTemplate } from './templates/templates.ts';

export const flowRoutes: Served[] = [
  serve(flowTemplates.list, listTemplates),
  serve(flowTemplates.show, showTemplate),
  serve(flowTemplates.version, showTemplateVersion),
  serve(flowTemplates.create, createTemplate),
  serve(flowTemplates.update, updateTemplate),
  serve(flowTemplates.delete, deleteTemplate),
  serve(flows.choices, listStartableTemplates),
  serve(flows.foresee, previewFlow),
  serveSlow(flows.save, saveFlow),
  serve(flows.list, listFlows),
  serve(flows.counts, countOwnFlows),
  serve(flows.show, showFlow),
  serve(flows.trail, listTrail),
  serve(flows.decide, decideFlow),
  serveSlow(flows.sign, signFlow),
  serve(flows.withdraw, withdrawFlow),
  serve(flows.cancelPublication, cancelPublication),
  serve(flows.urge, urgeFlow),
  serve(flows.delete, deleteFlow),
  serve(flows.replace, replaceApprovers),
  serve(flows.retry, retrySubflow),
  serve(flowEmails.show, showEmailDecision),
  serve(flowEmails.showOwn, showOwnEmailDecision),
  serve(flowEmails.decide, decideByEmail),
  serve(flowEmails.decideOwn, decideOwnByEmail),
  serve(absences.list, listAbsences),
  serve(absences.create, createAbsence),
  serve(absences.delete, deleteAbsence),
];
