import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Nothing, Password, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { PasskeyAnswer } from '../identity/account.ts';
import { NewName } from '../identity/departments.ts';
import { maxFlowNumberLength } from '../core/flow-number-pattern.ts';
import { DescribedValues, FieldValues, FlowField, flowFieldLimits } from './flow-fields.ts';
import { FlowGraph } from './flow-graph.ts';
import {
  Flow,
  FlowChoice,
  FlowDocument,
  FlowEvent,
  FlowPosition,
  FlowStep,
  FlowTask,
  FlowTemplate,
  ForeseenApprovers,
  NamedPrincipalRef,
  NewStep,
  OwnDecision,
  PrincipalRef,
  emailDecisions,
  flowDecisions,
  flowKinds,
  flowLimits,
  flowScopes,
  flowStatuses,
} from './flow-shapes.ts';

const Opinion = z.string().trim().max(1000).default('');

const Chosen = z.object({ step: Int.pipe(z.number().min(0).max(flowLimits.steps)), userIds: z.array(Id).max(flowLimits.approvers) });

/** A flow form; missing values are refused on submission. */
const Form = z.object({
  templateId: Id,
  title: z.string().trim().max(200).default(''),
  reason: z.string().trim().max(2000).default(''),
  urgency: Int.default(0).pipe(z.number().min(0).max(2)),
  /** Where the template lets the requester type it; a flow that was submitted before keeps its own. */
  number: z
    .string()
    .trim()
    .max(maxFlowNumberLength)
    .regex(/^\P{Cc}*$/u)
    .default(''),
  deadlineDate: Time.optional(),
  documents: z
    .array(z.object({ id: Id, currentRev: Id.optional() }))
    .max(1000)
    .default([]),
  notify: z.array(PrincipalRef).max(flowLimits.notified).default([]),
  /** For a borrow flow: the level, and until when. */
  level: Int.pipe(z.number().min(0).max(255)).optional(),
  lastTime: Time.optional(),
  /** The target folder, or the published document to be replaced. */
  targetId: Id.optional(),
  /** Of a flow that publishes, revises or abolishes: from when on; without it, or once it is past, as soon as the flow has passed. */
  effectiveTime: Time.optional(),
  /** Approvers chosen by the applicant, for the steps that leave the choice. */
  chosen: z.array(Chosen).max(flowLimits.steps).default([]),
  /** The fields of the template. 5319 with the problem of each field where they are refused; a draft may lack required ones. */
  values: z.array(FieldValues).max(flowFieldLimits.fields).default([]),
});

/**
 * Where the flow waits, as the page of the caller shows it: its position, or the step and the round; 1008 where it waits elsewhere by now. So a double click
 * does not decide two steps, and a flow that was returned and submitted again, or came back to a step, is not decided from a page that shows the earlier visit.
 * Of several decisions that wait for the caller it is the one meant; without it the first.
 */
const shownState = {
  position: Id.optional(),
  step: Int.pipe(z.number().min(0)).optional(),
  round: Int.pipe(z.number().min(0)).optional(),
};

/** Which templates and users the nodes of a graph name. */
const graphNames = {
  graphNames: z.array(NamedPrincipalRef).optional(),
  templateNames: z.array(z.object({ id: Id, name: Text })).optional(),
};

export const flows = {
  choices: get('/flow/choices', {
    access: 'session',
    does: 'The templates that the caller may begin a flow with',
    input: z.object({ flowKind: z.enum(flowKinds).optional() }),
    output: z.object({ list: z.array(FlowChoice) }),
  }),
  foresee: get('/flow/foresee', {
    access: 'session',
    does: 'Whom each step of a template would wait for, were the caller to begin a flow with it now',
    input: z.object({ templateId: Id, docIds: Ids.optional(), targetId: Id.optional() }),
    output: z.object({
      id: Id,
      flowKind: z.enum(flowKinds),
      name: Text,
      description: Text,
      departmentName: Text,
      /** Who starts a flow types its number. */
      typedNumber: z.boolean(),
      /** The publishing cabinet that it writes to, where the caller sees it. */
      cabinetId: Id.optional(),
      steps: z.array(FlowStep.omit({ approvers: true }).extend({ isChosen: z.boolean(), ...ForeseenApprovers.shape })),
      fields: z.array(FlowField),
      graph: FlowGraph,
      ...graphNames,
    }),
  }),
  save: post('/flow/save', {
    access: 'session',
    does: 'Keep a draft of a flow, or hand it in; documents are handed in as they are now',
    input: Form.extend({ id: Id.optional(), submit: Flag.default(false) }),
    output: z.object({ id: Id, number: Text }),
  }),
  list: get('/flow/pageList', {
    access: 'session',
    does: 'Flows that concern the caller, newest first; all of the organisation with the deed flows.see',
    input: z.object({
      ...pageFields,
      scope: z.enum(flowScopes).default('mine'),
      flowKind: z.enum(flowKinds).optional(),
      status: z.enum(flowStatuses).optional(),
      keyword: z.string().max(200).optional(),
    }),
    output: paged(Flow),
  }),
  counts: get('/flow/counts', {
    access: 'session',
    does: 'How many flows wait for the caller, and how many lie with them as drafts or returned',
    input: Nothing,
    output: z.object({ waiting: z.number(), drafts: z.number() }),
  }),
  show: get('/flow/detail', {
    access: 'session',
    does: 'A flow with its documents, its steps and its trail; for who applied, who approves, who is notified, and the office that sees flows',
    input: z.object({ id: Id }),
    output: Flow.extend({
      templateId: Id,
      /** It has no number yet, and its requester types it. */
      typedNumber: z.boolean(),
      /** What the requester has typed so far. */
      draftNumber: Text.optional(),
      /** Rises with each return and each submission: a step that waits again is another one to decide. */
      round: z.number(),
      reason: Text,
      level: z.number().optional(),
      lastTime: Time.optional(),
      effectiveTime: Time.optional(),
      /** It has passed, and waits for the time from which it takes effect. */
      isScheduled: z.boolean().optional(),
      /** The publishing cabinet that it writes to, where the caller sees it; likewise the target. */
      cabinetId: Id.optional(),
      target: z.object({ id: Id, name: Text, objType: z.number(), ext: Text }).optional(),
      chosen: z.array(Chosen),
      chosenNames: z.array(z.object({ id: Id, name: Text })),
      notify: z.array(NamedPrincipalRef),
      documents: z.array(FlowDocument),
      /** With whom those would ask that the flow has not come to, unless it has ended. */
      stepList: z.array(FlowStep.extend({ foreseen: ForeseenApprovers.optional() })),
      fields: z.array(FlowField),
      values: z.array(DescribedValues),
      graph: FlowGraph,
      ...graphNames,
      /** Where it has been since it was last submitted, and where it waits, in order. */
      positions: z.array(FlowPosition),
      /** The flow that it is a sub-flow of, where the caller may see it. */
      parent: z.object({ id: Id, number: Text, title: Text }).optional(),
      tasks: z.array(FlowTask),
      /** What waits for the caller, the first the one that `decidesFor` tells of. */
      decisions: z.array(OwnDecision),
      /** The newest of its entries, in their order; `trail` has those before. */
      trail: z.array(FlowEvent),
      /** There are older entries than the first of these. */
      trailGoesOn: z.boolean().optional(),
      /** For whom the caller would decide: themselves, or a person whom they substitute. */
      decidesFor: Text.optional(),
      isOwn: z.boolean(),
      canWithdraw: z.boolean(),
      canUrge: z.boolean(),
      /** It waits for the time from which it takes effect, and the caller may cancel that. */
      canCancel: z.boolean(),
      canEdit: z.boolean(),
      /** Also whether they may have a sub-flow that was refused tried again. */
      canReplace: z.boolean(),
    }),
  }),
  trail: get('/flow/trail', {
    access: 'session',
    does: 'The entries of the trail of a flow before one of them, the newest of these, in their order; for who may see the flow',
    input: z.object({ id: Id, before: Id }),
    output: z.object({ list: z.array(FlowEvent), goesOn: z.boolean() }),
  }),
  decide: post('/flow/decide', {
    access: 'session',
    does: 'Ratify, veto or return a flow that waits for the caller; a veto and a return need an opinion of at most 100 characters',
    input: z.object({
      id: Id,
      decision: z.enum(flowDecisions),
      opinion: Opinion,
      toStep: Int.pipe(z.number().min(0)).optional(),
      ...shownState,
    }),
    output: Nothing,
  }),
  sign: post('/flow/sign', {
    access: 'session',
    does: 'Ratify a step that asks for a signature: sign the documents of the flow by the own password or a passkey (see /passkey/beginProof); each gets a next version with a page of signatures and the seal of the organisation, which the flow is about from then on',
    input: z.object({
      id: Id,
      /** The versions of the documents that the caller saw; 1008 where the flow is about others by now. */
      revisionIds: Ids,
      opinion: Opinion,
      ...shownState,
      password: Password.default(''),
      passkey: PasskeyAnswer.optional(),
    }),
    output: Nothing,
  }),
  withdraw: post('/flow/withdraw', {
    access: 'session',
    does: 'Take back a flow of the caller that has not ended',
    input: z.object({ id: Id, opinion: Opinion }),
    output: Nothing,
  }),
  cancelPublication: post('/flow/cancelPublication', {
    access: 'session',
    does: 'Cancel what an approved flow publishes, revises or abolishes at a later time, before it takes effect; for its requester, who manages the publishing cabinet, and the office that edits flows',
    input: z.object({ id: Id, opinion: Opinion }),
    output: Nothing,
  }),
  urge: post('/flow/urge', {
    access: 'session',
    does: 'Remind those whom a flow of the caller waits for, once an hour at most',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  delete: post('/flow/delete', {
    access: 'session',
    does: 'Delete a draft that was never handed in',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  replace: post('/flow/replace', {
    access: 'flows.edit',
    does: 'Let somebody else decide in a step that a flow waits in; 5321 where it waits in several and none is named',
    input: z.object({ id: Id, userId: Id, position: Id.optional() }),
    output: Nothing,
  }),
  retry: post('/flow/retry', {
    access: 'flows.edit',
    does: 'Try now to begin a sub-flow that was refused, rather than within the hour; 1008 where its flow does not wait for that any more',
    input: z.object({ id: Id, position: Id }),
    output: Nothing,
  }),
};

/** The secret of a link in an email. */
const LinkToken = z.string().min(1).max(100);

const EmailDecision = z.object({
  token: LinkToken,
  decision: z.enum(['ratify', 'veto']),
  opinion: Opinion,
});

/** What is decided by a link: enough to know it by, as the approver may see it. */
const DecisionByEmail = z.object({
  id: Id,
  number: Text,
  title: Text,
  reason: Text,
  applicantName: Text,
  templateName: Text,
  stepName: Text,
  documents: z.array(z.object({ name: Text, ext: Text, versionLabel: Text })),
  /** Documents whose names the approver may not see. */
  hidden: z.number(),
  /** The name of the absent approver whom the delegate decides for. */
  decidesFor: Text.optional(),
});
export type DecisionByEmail = z.infer<typeof DecisionByEmail>;

/**
 * Approving and rejecting by the link of an email, which works once: 4701 where there is no such link (for the signed-in user), 4702 after seven days, 4703
 * where it was used or the step no longer waits, 4704 where the flow is gone.
 */
export const flowEmails = {
  show: get('/flow/email/show', {
    access: 'public',
    does: 'What the link of an email decides, or that its approver has to sign in first; opening it decides nothing',
    input: z.object({ token: LinkToken }),
    output: z.object({ needsSignIn: z.boolean(), flow: DecisionByEmail.optional() }),
  }),
  showOwn: get('/flow/email/own', {
    access: 'session',
    does: 'What the link of an email decides, for its approver',
    input: z.object({ token: LinkToken }),
    output: z.object({ flow: DecisionByEmail }),
  }),
  decide: post('/flow/email/decide', {
    access: 'public',
    does: 'Approve or reject by the link of an email, where its template allows that without signing in; 501 otherwise',
    input: EmailDecision,
    output: Nothing,
  }),
  decideOwn: post('/flow/email/decideOwn', {
    access: 'session',
    does: 'Approve or reject by the link of an email, as its approver',
    input: EmailDecision,
    output: Nothing,
  }),
};

const Absence = z.object({ id: Id, personName: Text, from: Time, until: Time, active: z.boolean() });

export const absences = {
  list: get('/flow/absence/list', {
    access: 'session',
    does: 'When the caller is away and who stands in for them, and for whom the caller does',
    input: Nothing,
    output: z.object({ own: z.array(Absence), others: z.array(Absence) }),
  }),
  create: post('/flow/absence/create', {
    access: 'session',
    does: 'Let somebody stand in for the caller in flows for a time',
    input: z.object({ userId: Id, begins: Time, ends: Time }),
    output: z.object({ id: Id }),
  }),
  delete: post('/flow/absence/delete', {
    access: 'session',
    does: 'End an absence of the caller, or take it back',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
};

const Description = z.string().trim().max(1000);
const Steps = z.array(NewStep).min(1).max(flowLimits.steps);
const Fields = z.array(FlowField).max(flowFieldLimits.fields);
const Starters = z.array(PrincipalRef).max(flowLimits.starters);

export const flowTemplates = {
  list: get('/flow/template/pageList', {
    access: 'flows.edit',
    does: 'The templates of flows of the organisation, by name',
    input: z.object({ ...pageFields, keyword: z.string().max(200).optional() }),
    output: paged(FlowTemplate),
  }),
  show: get('/flow/template/detail', {
    access: 'flows.edit',
    does: 'A template of flows with its steps and who may begin one with it',
    input: z.object({ id: Id }),
    output: z.object({
      id: Id,
      flowKind: z.enum(flowKinds),
      name: Text,
      description: Text,
      enabled: z.boolean(),
      emailDecisions: z.enum(emailDecisions),
      /** Who starts a flow types its number; otherwise it is given by the pattern of the site. */
      typedNumber: z.boolean(),
      version: z.number(),
      steps: z.array(FlowStep),
      graph: FlowGraph,
      fields: z.array(FlowField),
      /** Which templates and users the nodes of its graph name. */
      graphNames: z.array(NamedPrincipalRef),
      templateNames: z.array(z.object({ id: Id, name: Text })),
      /** The publishing cabinet that it writes to, where the caller sees it. */
      cabinet: z.object({ id: Id, name: Text }).optional(),
      /** Empty for everyone. */
      starters: z.array(NamedPrincipalRef),
      versions: z.array(z.object({ version: z.number(), time: Time, creatorName: Text, running: z.number() })),
    }),
  }),
  version: get('/flow/template/version', {
    access: 'flows.edit',
    does: 'An earlier version of a template of flows',
    input: z.object({ id: Id, version: Int.pipe(z.number().min(1)) }),
    output: z.object({
      version: z.number(),
      time: Time,
      creatorName: Text,
      steps: z.array(FlowStep),
      graph: FlowGraph,
      fields: z.array(FlowField),
      graphNames: z.array(NamedPrincipalRef),
      templateNames: z.array(z.object({ id: Id, name: Text })),
    }),
  }),
  create: post('/flow/template/create', {
    access: 'flows.edit',
    does: 'Make a template of flows',
    input: z.object({
      flowKind: z.enum(flowKinds),
      name: NewName,
      description: Description.optional(),
      /** A publishing cabinet that the caller manages. */
      cabinetId: Id.optional(),
      steps: Steps,
      /** Without it the steps follow one another; 5318 with its problems where it is refused. */
      graph: FlowGraph.optional(),
      fields: Fields.default([]),
      starters: Starters.default([]),
      enabled: Flag.default(false),
      emailDecisions: z.enum(emailDecisions).default('signIn'),
      typedNumber: Flag.default(false),
    }),
    output: z.object({ id: Id }),
  }),
  update: post('/flow/template/update', {
    access: 'flows.edit',
    does: 'Change a template of flows; other steps, another graph or other fields make a new version, and flows that run keep theirs',
    input: z.object({
      id: Id,
      name: NewName.optional(),
      description: Description.optional(),
      cabinetId: Id.optional(),
      /** Without a graph the steps follow one another. */
      steps: Steps.optional(),
      graph: FlowGraph.optional(),
      fields: Fields.optional(),
      starters: Starters.optional(),
      enabled: Flag.optional(),
      emailDecisions: z.enum(emailDecisions).optional(),
      typedNumber: Flag.optional(),
    }),
    output: z.object({ version: z.number() }),
  }),
  delete: post('/flow/template/delete', {
    access: 'flows.edit',
    does: 'Delete a template of flows; those that run go on as they began',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
};
