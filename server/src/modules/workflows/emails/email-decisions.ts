import { createHash, randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { EmailDecisions } from '@dossier/contract/workflows/flow-shapes';
import type { DecisionByEmail, flowEmails } from '@dossier/contract/workflows/flows';
import type { Context, PublicContext } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { mayEnterSpace } from '../../identity/address-restrictions.ts';
import { contextForPerson } from '../../identity/run-as.ts';
import { flowDecidedByEmail } from '../events.ts';
import { decideFlow, representedName, tasksOfCaller } from '../flows/flow-decisions.ts';
import { type FlowRow, type TaskRow } from '../flows/flows.queries.ts';
import { positionById } from '../flows/positions.queries.ts';
import { describeDocuments } from '../flows/read-flows.ts';
import { planOf, type TemplateStep } from '../templates/flow-plan.ts';
import { type EmailLinkRow, flowOfLink, flowsOfLines, insertLinks, linkByHash, useLink } from './email-links.queries.ts';

const linkLifeMs = 7 * 24 * 3_600_000;
const tokenBytes = 32;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A step of a flow that a user may decide from an email. */
export interface DecidableStep {
  flowId: number;
  positionId: number;
}

/** Makes a link for each of some flows; only the hashes of their tokens are kept. Answers the tokens by flow. */
export async function makeLinks(
  db: Db,
  flows: readonly DecidableStep[],
  { personId, now }: { personId: number; now: number },
): Promise<Map<number, string>> {
  const tokens = new Map(flows.map(({ flowId }) => [flowId, randomBytes(tokenBytes).toString('base64url')]));
  if (flows.length === 0) return tokens;
  await insertLinks(
    db,
    flows.map(({ flowId, positionId }) => ({
      hash: hashOf(tokens.get(flowId) ?? ''),
      flow_id: flowId,
      person_id: personId,
      position_id: positionId,
      expires_at: now + linkLifeMs,
      used_at: 0,
    })),
  );
  return tokens;
}

interface OpenLink {
  link: EmailLinkRow;
  flow: FlowRow;
  step: TemplateStep | undefined;
  /** What the template allows now. */
  mode: EmailDecisions;
}

/** A link that can still be used: 4701 where there is none, 4702 where it is too old, 4703 where it was used or its step is over, 4704 without its flow. */
async function requireLink({ db, now }: Pick<PublicContext, 'db' | 'now'>, token: string): Promise<OpenLink> {
  const link = await linkByHash(db, hashOf(token));
  if (link === undefined) throw new Refusal(codes.linkMissing);
  if (link.used_at > 0) throw new Refusal(codes.linkClosed);
  if (link.expires_at <= now) throw new Refusal(codes.linkExpired);
  const flow = await flowOfLink(db, link.flow_id);
  if (flow === undefined) throw new Refusal(codes.linkTargetMissing);
  const position = flow.state === 'waiting' ? await positionById(db, link.position_id) : undefined;
  if (position?.state !== 'waiting') throw new Refusal(codes.linkClosed);
  const [found] = await flowsOfLines(db, [flow.id]);
  // a template that is gone allows what new ones do
  const mode = (found?.email_decisions ?? 'signIn') as EmailDecisions;
  const step = (await planOf(db, flow)).steps[position.step];
  if (mode === 'off') throw new Refusal(codes.linkClosed);
  return { link, flow, step, mode: step?.signs === true ? 'signIn' : mode };
}

/** The approver of a link, with their rights of this moment where the flow is; 4703 where it does not wait for them any more. */
async function approverOf(ctx: Context | PublicContext, { link, flow }: OpenLink): Promise<{ approver: Context; task: TaskRow }> {
  const who = { personId: link.person_id, spaceId: flow.organisation_id, address: ctx.address };
  const approver = await contextForPerson(ctx.services, ctx.db, who).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal(codes.linkClosed) : error;
  });
  const task = (await tasksOfCaller(approver, flow)).find((one) => one.position_id === link.position_id);
  if (task === undefined) throw new Refusal(codes.linkClosed);
  return { approver, task };
}

async function describe(ctx: Context | PublicContext, open: OpenLink): Promise<DecisionByEmail> {
  const { flow, step } = open;
  const { approver, task } = await approverOf(ctx, open);
  const documents = await describeDocuments(approver, flow);
  const decidesFor = await representedName(approver, flow, task);
  return {
    id: String(flow.id),
    number: flow.number ?? '',
    title: flow.title,
    reason: flow.reason,
    applicantName: flow.applicant_name,
    templateName: flow.template_name,
    stepName: step?.name ?? '',
    documents: documents.filter(({ hidden }) => !hidden).map(({ name, ext, versionLabel }) => ({ name, ext, versionLabel })),
    hidden: documents.filter(({ hidden }) => hidden).length,
    ...(decidesFor !== '' && { decidesFor }),
  };
}

/** Refuses with 5802 an address from which the approver may not sign in: the link is no way around that. */
async function requireApproverAddress(ctx: PublicContext, { link, flow }: OpenLink): Promise<void> {
  if (!(await mayEnterSpace(ctx, { personId: link.person_id, spaceId: flow.organisation_id }))) throw new Refusal(codes.addressRestricted);
}

/** What a link decides; nothing of it where its approver has to sign in. */
export async function showEmailDecision(
  ctx: PublicContext,
  { token }: ParsedOf<typeof flowEmails.show>,
): Promise<OutputOf<typeof flowEmails.show>> {
  const open = await requireLink(ctx, token);
  if (open.mode !== 'open') return { needsSignIn: true };
  await requireApproverAddress(ctx, open);
  return { needsSignIn: false, flow: await describe(ctx, open) };
}

/** A link of the caller; that of somebody else is missing. */
async function requireOwnLink(ctx: Context, token: string): Promise<OpenLink> {
  const open = await requireLink(ctx, token);
  if (open.link.person_id !== ctx.user.id) throw new Refusal(codes.linkMissing);
  return open;
}

export async function showOwnEmailDecision(
  ctx: Context,
  { token }: ParsedOf<typeof flowEmails.showOwn>,
): Promise<OutputOf<typeof flowEmails.showOwn>> {
  return { flow: await describe(ctx, await requireOwnLink(ctx, token)) };
}

type Decision = ParsedOf<typeof flowEmails.decide>;

/** Uses the link and decides as its approver, in one transaction: what refuses the decision leaves the link as it was. */
async function decide(ctx: Context | PublicContext, open: OpenLink, { decision, opinion }: Decision): Promise<Context> {
  const { link, flow } = open;
  const { approver } = await approverOf(ctx, open);
  if (!(await useLink(ctx.db, link.hash, ctx.now))) throw new Refusal(codes.linkClosed);
  await decideFlow(approver, { id: String(flow.id), decision, opinion, position: String(link.position_id) });
  return approver;
}

/** Decides by the link alone, where the template allows it. */
export async function decideByEmail(ctx: PublicContext, input: Decision): Promise<Record<string, never>> {
  const open = await requireLink(ctx, input.token);
  if (open.mode !== 'open') throw new Refusal(codes.notSignedIn);
  await requireApproverAddress(ctx, open);
  const approver = await decide(ctx, open, input);
  const after = { decision: input.decision };
  await approver.emit(flowDecidedByEmail, { objId: open.flow.id, objName: open.flow.title, after });
  return {};
}

/** Decides by the link as its signed-in approver. */
export async function decideOwnByEmail(ctx: Context, input: Decision): Promise<Record<string, never>> {
  await decide(ctx, await requireOwnLink(ctx, input.token), input);
  return {};
}
