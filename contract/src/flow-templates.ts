import { z } from 'zod';
import { NewName } from './departments.ts';
import { FlowStep, FlowTemplate, flowKinds, Grantee, mostOfFlows, NamedGrantee, NewStep } from './flow-shapes.ts';
import { pageFields, paged } from './page.ts';
import { get, post } from './route.ts';
import { Flag, Id, Nothing, Text, Time } from './shapes.ts';

const Description = z.string().trim().max(1000);
const Steps = z.array(NewStep).min(1).max(mostOfFlows.steps);
const Starters = z.array(Grantee).max(mostOfFlows.starters);

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
      version: z.number(),
      steps: z.array(FlowStep),
      /** The publishing cabinet that it feeds, by name for who sees it. */
      cabinet: z.object({ id: Id, name: Text }).optional(),
      /** Nobody named is everybody. */
      starters: z.array(NamedGrantee),
      versions: z.array(z.object({ version: z.number(), time: Time, creatorName: Text, running: z.number() })),
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
      starters: Starters.default([]),
      enabled: Flag.default(false),
    }),
    output: z.object({ id: Id }),
  }),
  update: post('/flow/template/update', {
    access: 'flows.edit',
    does: 'Change a template of flows; other steps make a new version, and flows that run keep theirs',
    input: z.object({
      id: Id,
      name: NewName.optional(),
      description: Description.optional(),
      cabinetId: Id.optional(),
      steps: Steps.optional(),
      starters: Starters.optional(),
      enabled: Flag.optional(),
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
