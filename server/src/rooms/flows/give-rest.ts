import type { Ctx, House } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { asPerson } from '../content/person-context.ts';
import { type FlowRow, flowById, flowsWithRest, updateFlow } from './flow-queries.ts';
import { giveLater, nextOf } from './give-rights.ts';
import type { Terms } from './terms.ts';

/** Gives what comes after rights that flows gave and that have ended, by the same hand; where that can give them no longer, nobody has them. */
export async function giveRest(house: House): Promise<void> {
  for (const { id, organisation_id, form } of await flowsWithRest(house.database.read, house.now())) {
    const { giverId = 0 } = JSON.parse(form) as Terms;
    const who = { personId: giverId, spaceId: organisation_id, address: '' };
    const done = await asPerson(house, who, (ctx) => giveOne(ctx, id)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      },
    );
    if (!done) await house.database.write((db) => updateFlow(db, id, { due_at: null }));
  }
}

async function giveOne(ctx: Ctx, id: number): Promise<void> {
  const flow = (await flowById(ctx.db, id, ctx.user.organisationId)) as FlowRow;
  const terms = JSON.parse(flow.form) as Terms;
  const { later = [] } = terms;
  for (const one of later) if (one.at <= ctx.now) await giveLater(ctx, flow, one);
  const rest = later.filter((one) => one.at > ctx.now);
  await updateFlow(ctx.db, flow.id, { form: JSON.stringify({ ...terms, later: rest }), due_at: nextOf(rest) });
}
