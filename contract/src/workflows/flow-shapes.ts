import { z } from 'zod';
import { granteeTypes } from '../core/rights.ts';
import { Flag, Id, Int, Text, Time } from '../core/shapes.ts';
import { LocalId } from './flow-fields.ts';

/** Kinds of flows: an approval without further effect, or one that acts on its documents once it passes. */
export const flowKinds = ['normal', 'publish', 'revise', 'abolish', 'borrow', 'upload', 'download'] as const;
export type FlowKind = (typeof flowKinds)[number];

/** Kinds that grant the applicant a right on the documents, on behalf of their managers. */
export const grantingKinds: readonly string[] = ['borrow', 'download'];

/** Kinds whose last approver manages the documents, or the target folder. */
export const managerDecidedKinds: readonly string[] = [...grantingKinds, 'upload'];

/** Kinds that write to a publishing cabinet, which their template names. */
export const publishingKinds: readonly string[] = ['publish', 'revise', 'abolish'];

/** Kinds that copy their documents: readers of the copy have the bytes of the original. */
export const copyingKinds: readonly string[] = ['publish', 'revise', 'upload'];

/** Kinds whose steps can ask for signatures: those that neither ask for a right nor withdraw what is published. */
export const signingKinds: readonly string[] = ['normal', 'publish', 'revise', 'upload'];

/** The levels that can be borrowed. */
export const borrowLevels = [3, 7, 11, 27] as const;

/** The level that a download flow grants: view, and fetch the original. */
export const downloadLevel = 19;

/** States of a flow: `waiting` for approvers, `returned` to the applicant; the last three are final. */
export const flowStatuses = ['draft', 'waiting', 'returned', 'passed', 'rejected', 'withdrawn'] as const;
export type FlowStatus = (typeof flowStatuses)[number];

/**
 * Lists of flows: the caller's own, drafts and returned ones, those waiting for the caller, handled by the caller, ended ones, and all with
 * an administrative permission.
 */
export const flowScopes = ['mine', 'drafts', 'waiting', 'handled', 'finished', 'all'] as const;
export type FlowScope = (typeof flowScopes)[number];

/** Decisions of an approver. */
export const flowDecisions = ['ratify', 'veto', 'return'] as const;
export type FlowDecision = (typeof flowDecisions)[number];

/**
 * Whether approvers may approve and reject from an email: `off`, after signing in, or by its link alone. Steps that ask for a signature are decided in the
 * flow only.
 */
export const emailDecisions = ['off', 'signIn', 'open'] as const;
export type EmailDecisions = (typeof emailDecisions)[number];

/** Urgencies of a flow. */
export const flowUrgencies = [0, 1, 2] as const;

/**
 * Who approves a step: a person, the holders of a role, the head of the applicant's department, a person chosen by the applicant, or the
 * managers of the documents or of the target folder.
 */
export const approverKinds = ['person', 'role', 'head', 'chosen', 'manager'] as const;
export type ApproverKind = (typeof approverKinds)[number];

/** When a step passes: with any approver, with all, or with a percentage. */
export const stepRules = ['any', 'all', 'percent'] as const;
export type StepRule = (typeof stepRules)[number];

/** Limits of flows and their templates. */
export const flowLimits = { templates: 200, steps: 20, approvers: 20, starters: 50, documents: 15, notified: 20, people: 50 } as const;

/** The most characters of an opinion. */
export const maxOpinionLength = 100;

/** A step as written to a template. */
export const NewStep = z.object({
  name: z.string().trim().min(1).max(50),
  approvers: z
    .array(z.object({ kind: z.enum(approverKinds), id: Id.optional() }))
    .min(1)
    .max(flowLimits.approvers),
  rule: z.enum(stepRules).default('any'),
  percent: Int.pipe(z.number().min(1).max(100)).optional(),
  /** Days in which the step is to be decided. */
  days: Int.pipe(z.number().min(1).max(365)).optional(),
  /** The step asks for a signature: each approver who ratifies it signs the documents of the flow. Only for `signingKinds`. */
  signs: Flag.optional(),
});

/** A reference to a principal. */
export const PrincipalRef = z.object({ type: z.enum(granteeTypes), id: Id });

/** A principal with its name; `gone` where it was deleted. */
export const NamedPrincipalRef = PrincipalRef.extend({ name: Text, gone: z.boolean() });

/** A step with the names of its approvers. */
export const FlowStep = z.object({
  name: Text,
  approvers: z.array(z.object({ kind: z.enum(approverKinds), id: Id.optional(), name: Text, gone: z.boolean() })),
  rule: z.enum(stepRules),
  percent: z.number().optional(),
  days: z.number().optional(),
  /** The step asks for a signature. */
  signs: z.boolean().optional(),
});
export type FlowStep = z.infer<typeof FlowStep>;

/** Whom a step would ask if the flow came to it now: the first of them by name. */
export const ForeseenApprovers = z.object({
  people: z.array(Text),
  more: z.number(),
  /** The approvers of the step cannot be asked, as each is gone, disabled or the requester: `people` are asked instead, and one decision is enough. */
  alone: z.boolean().optional(),
});
export type ForeseenApprovers = z.infer<typeof ForeseenApprovers>;

/** A flow template as its list shows it. */
export const FlowTemplate = z.object({
  id: Id,
  flowKind: z.enum(flowKinds),
  name: Text,
  description: Text,
  enabled: z.boolean(),
  version: z.number(),
  steps: z.number(),
  /** Unfinished flows that use it. */
  running: z.number(),
  updateTime: Time,
  updaterName: Text,
});
export type FlowTemplate = z.infer<typeof FlowTemplate>;

/** A template that the caller may start a flow with. */
export const FlowChoice = z.object({
  id: Id,
  flowKind: z.enum(flowKinds),
  name: Text,
  description: Text,
  steps: z.number(),
  /** What its steps are called. */
  stepNames: z.array(Text),
  /** Which of them a flow goes through depends on its form or its documents. */
  branches: z.boolean(),
  /** The publishing cabinet that it writes to, where the caller sees it. */
  cabinetId: Id.optional(),
});
export type FlowChoice = z.infer<typeof FlowChoice>;

/** A flow as lists show it. */
export const Flow = z.object({
  id: Id,
  number: Text,
  flowKind: z.enum(flowKinds),
  title: Text,
  urgency: z.number(),
  status: z.enum(flowStatuses),
  templateName: Text,
  applicantName: Text,
  /** The picture of the requester, where there is one. */
  avatarUrl: Text.optional(),
  departmentName: Text,
  /** The names of the steps that it waits in; of a timer or a sub-flow that of its node. The first of these steps, and the number of steps. */
  stepName: Text.optional(),
  /** Some of those whom it waits for, and how many more there are. */
  waitingFor: z.array(Text).optional(),
  waitingMore: z.number().optional(),
  step: z.number(),
  steps: z.number(),
  createTime: Time,
  submitTime: Time.optional(),
  finishTime: Time.optional(),
  /** Deadline of the current step. */
  dueTime: Time.optional(),
  /** Until when the applicant needs it. */
  deadlineDate: Time.optional(),
  /** It waits for the caller, or for a person whom the caller substitutes. */
  mine: z.boolean(),
});
export type Flow = z.infer<typeof Flow>;

/** A document of a flow; its name is present only where the caller may see it now. */
export const FlowDocument = z.object({
  id: Id.optional(),
  currentRev: Id.optional(),
  name: Text,
  ext: Text,
  version: z.number(),
  /** As it is now; of a deleted revision as it was submitted. */
  versionLabel: Text,
  /** It was deleted. */
  gone: z.boolean(),
  /** The caller may not see which document it is. */
  hidden: z.boolean(),
  /** The caller may view the revision that was submitted. */
  canView: z.boolean(),
  /** That revision was made by a signature. */
  signed: z.boolean().optional(),
  /** The published or copied document, where the caller sees it. */
  resultId: Id.optional(),
  resultName: Text.optional(),
  /** There is a newer revision than the submitted one. */
  changed: z.boolean(),
});
export type FlowDocument = z.infer<typeof FlowDocument>;

/** Events in the history of a flow. */
export const flowEvents = [
  'submitted',
  'opened',
  'ratified',
  'signed',
  'vetoed',
  'returned',
  'withdrawn',
  'urged',
  'due',
  'escalated',
  'replaced',
  'passed',
  'rejected',
  'effective',
  'canceled',
  'delayed',
  'givenUp',
  'timerEnded',
  'notified',
  'subflowStarted',
  'subflowEnded',
  /** Its sub-flow could not be started; it is tried again. */
  'subflowFailed',
  /** It went through its nodes too often, and is back with its requester. */
  'looped',
] as const;
export type FlowEventKind = (typeof flowEvents)[number];

/** One line of the history. */
export const FlowEvent = z.object({
  id: Id,
  kind: z.enum(flowEvents),
  time: Time,
  personName: Text,
  avatarUrl: Text.optional(),
  /** The person whom a substitute decided for. */
  forName: Text,
  stepName: Text,
  opinion: Text,
  /** The approvers of the step, or those whom it was passed to. */
  names: z.array(Text),
});
export type FlowEvent = z.infer<typeof FlowEvent>;

/** An approver of a step that a flow waits in. */
export const FlowTask = z.object({
  /** Where the flow waits: see `FlowPosition`. */
  position: Id,
  personName: Text,
  avatarUrl: Text.optional(),
  state: z.enum(['waiting', 'ratified', 'vetoed', 'returned', 'lapsed']),
  /** The current substitute. */
  substituteName: Text.optional(),
  /** The approvers of the step could not be asked: this user was asked instead, and one decision is enough. */
  alone: z.boolean().optional(),
});

/** Why a flow cannot go on from a position. The problems of sub-flows tell why the submission of one was refused. */
export const positionProblems = [
  /** No active user is left in the step. */
  'noApprover',
  /** The template of the sub-flow is deleted, disabled or no longer fits. */
  'subflowTemplate',
  /** A step of the sub-flow would have no approver. */
  'subflowApprover',
  /** A value or a document does not fit the form of the sub-flow. */
  'subflowForm',
  /** A document is deleted, changed, or not open to the requester. */
  'subflowDocuments',
  /** The requester has no active account in the organisation. */
  'subflowRequester',
  'subflowOther',
] as const;
export type PositionProblem = (typeof positionProblems)[number];

/** A visit of a flow to a node of its graph: each one has its own id, also of a node that the flow comes back to. */
export const FlowPosition = z.object({
  id: Id,
  node: LocalId,
  /** `waiting` there, gone on, rejected there, or taken away when another way ended the flow or its part. */
  state: z.enum(['waiting', 'passed', 'rejected', 'cancelled']),
  enterTime: Time,
  leaveTime: Time.optional(),
  dueTime: Time.optional(),
  /** The sub-flow, where the caller may see it. */
  flowId: Id.optional(),
  /** Of a branch: the way that it took. */
  way: LocalId.optional(),
  /** Why the flow does not go on from there; for its requester, and who may change that. */
  problem: z.enum(positionProblems).optional(),
});
export type FlowPosition = z.infer<typeof FlowPosition>;

/** A decision that a flow waits for from the caller, or from a user whom the caller substitutes. */
export const OwnDecision = z.object({
  position: Id,
  step: z.number(),
  stepName: Text,
  signs: z.boolean(),
  /** Whom the caller substitutes; '' for the caller. */
  forName: Text,
  dueTime: Time.optional(),
  /** The steps that it may be sent back to. */
  backTo: z.array(z.number()),
});
export type OwnDecision = z.infer<typeof OwnDecision>;

/** The `objType` of messages about flows. */
export const flowObjectType = 14;
