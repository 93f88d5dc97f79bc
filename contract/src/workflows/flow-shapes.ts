import { z } from 'zod';
import { granteeTypes } from '../core/rights.ts';
import { Id, Int, Text, Time } from '../core/shapes.ts';

/** What a flow is about: an approval of anything, or one that does something to its documents once it is passed. */
export const flowKinds = ['normal', 'publish', 'revise', 'abolish', 'borrow', 'upload', 'download'] as const;
export type FlowKind = (typeof flowKinds)[number];

/** Those that give the applicant a right on its documents, by the hand of whoever manages them. */
export const grantingKinds: readonly string[] = ['borrow', 'download'];

/** Those in which the last word is said by who manages the documents, or the place that takes them in. */
export const managerDecidedKinds: readonly string[] = [...grantingKinds, 'upload'];

/** Those that feed a publishing cabinet, which their template names. */
export const publishingKinds: readonly string[] = ['publish', 'revise', 'abolish'];

/** Those that copy their documents elsewhere: whoever reads the copy has the original of it. */
export const copyingKinds: readonly string[] = ['publish', 'revise', 'upload'];

/** The levels that can be borrowed. */
export const borrowLevels = [3, 7, 11, 27] as const;

/** What a download flow gives: to look, and to fetch the original. */
export const downloadLevel = 19;

/** How a flow stands: `waiting` for approvers, `returned` to whoever applied; the last three are its ends. */
export const flowStatuses = ['draft', 'waiting', 'returned', 'passed', 'rejected', 'withdrawn'] as const;
export type FlowStatus = (typeof flowStatuses)[number];

/** The lists of flows: one's own, drafts and returned ones, those that wait for one, those one has handled, ended ones, and by office all. */
export const flowScopes = ['mine', 'drafts', 'waiting', 'handled', 'finished', 'all'] as const;
export type FlowScope = (typeof flowScopes)[number];

/** What an approver says. */
export const flowDecisions = ['ratify', 'veto', 'return'] as const;
export type FlowDecision = (typeof flowDecisions)[number];

/** How pressing a flow is. */
export const flowUrgencies = [0, 1, 2] as const;

/** Who approves in a step: a person, whoever holds a role, who heads the applicant's department, whom the applicant chooses, who manages the documents or the place that takes them in. */
export const approverKinds = ['person', 'role', 'head', 'chosen', 'manager'] as const;
export type ApproverKind = (typeof approverKinds)[number];

/** Whose word passes a step: of any one, of all, of so many of a hundred. */
export const stepRules = ['any', 'all', 'percent'] as const;
export type StepRule = (typeof stepRules)[number];

/** The most that there may be of each. */
export const flowLimits = { templates: 200, steps: 20, approvers: 20, starters: 50, documents: 15, notified: 20, people: 50 } as const;

/** So many characters an opinion has at most. */
export const maxOpinionLength = 100;

/** A step as it is written into a template. */
export const NewStep = z.object({
  name: z.string().trim().min(1).max(50),
  approvers: z
    .array(z.object({ kind: z.enum(approverKinds), id: Id.optional() }))
    .min(1)
    .max(flowLimits.approvers),
  rule: z.enum(stepRules).default('any'),
  percent: Int.pipe(z.number().min(1).max(100)).optional(),
  /** Within so many days the step is to be decided. */
  days: Int.pipe(z.number().min(1).max(365)).optional(),
});

/** Somebody or something named. */
export const PrincipalRef = z.object({ type: z.enum(granteeTypes), id: Id });

/** The same with its name; `gone` where nothing of the kind is there any more. */
export const NamedPrincipalRef = PrincipalRef.extend({ name: Text, gone: z.boolean() });

/** A step with the names of who approves in it. */
export const FlowStep = z.object({
  name: Text,
  approvers: z.array(z.object({ kind: z.enum(approverKinds), id: Id.optional(), name: Text, gone: z.boolean() })),
  rule: z.enum(stepRules),
  percent: z.number().optional(),
  days: z.number().optional(),
});
export type FlowStep = z.infer<typeof FlowStep>;

/** A template of flows as its list shows it. */
export const FlowTemplate = z.object({
  id: Id,
  flowKind: z.enum(flowKinds),
  name: Text,
  description: Text,
  enabled: z.boolean(),
  version: z.number(),
  steps: z.number(),
  /** Flows that were begun with it and have not ended. */
  running: z.number(),
  updateTime: Time,
  updaterName: Text,
});
export type FlowTemplate = z.infer<typeof FlowTemplate>;

/** A template that the caller may begin a flow with. */
export const FlowChoice = z.object({
  id: Id,
  flowKind: z.enum(flowKinds),
  name: Text,
  description: Text,
  steps: z.number(),
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
  departmentName: Text,
  /** The step that it waits in, and how many there are. */
  stepName: Text.optional(),
  step: z.number(),
  steps: z.number(),
  createTime: Time,
  submitTime: Time.optional(),
  finishTime: Time.optional(),
  /** Until when the step is to be decided. */
  dueTime: Time.optional(),
  /** Until when the applicant needs it. */
  deadlineDate: Time.optional(),
  /** It waits for the caller, or for somebody whom the caller stands in for. */
  mine: z.boolean(),
});
export type Flow = z.infer<typeof Flow>;

/** A document of a flow: with a name only for who may know it now. */
export const FlowDocument = z.object({
  id: Id.optional(),
  currentRev: Id.optional(),
  name: Text,
  ext: Text,
  version: z.number(),
  /** It is no longer there. */
  gone: z.boolean(),
  /** The caller may not know which one it is. */
  hidden: z.boolean(),
  /** The caller may look at it as it was when the flow was begun. */
  canView: z.boolean(),
  /** What became of it where it was published or taken in, for who sees that. */
  resultId: Id.optional(),
  resultName: Text.optional(),
  /** There is a newer revision than the one that was handed in. */
  changed: z.boolean(),
});
export type FlowDocument = z.infer<typeof FlowDocument>;

/** What stands in the trail of a flow. */
export const flowEvents = [
  'submitted',
  'opened',
  'ratified',
  'vetoed',
  'returned',
  'withdrawn',
  'urged',
  'due',
  'escalated',
  'replaced',
  'passed',
  'rejected',
] as const;
export type FlowEventKind = (typeof flowEvents)[number];

/** One line of the trail. */
export const FlowEvent = z.object({
  id: Id,
  kind: z.enum(flowEvents),
  time: Time,
  personName: Text,
  /** For whom somebody decided who stood in for them. */
  forName: Text,
  stepName: Text,
  opinion: Text,
  /** Whom the step waits for, or whom it was handed to. */
  names: z.array(Text),
});
export type FlowEvent = z.infer<typeof FlowEvent>;

/** Who decides in the step that a flow is in. */
export const FlowTask = z.object({
  personName: Text,
  state: z.enum(['waiting', 'ratified', 'vetoed', 'returned', 'lapsed']),
  /** Who stands in for them now. */
  substituteName: Text.optional(),
});

/** The type of object that messages about flows speak of. */
export const flowObjectType = 14;
