import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { SetupStep, type site } from '@dossier/contract/core/site';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { siteSettingsChanged, storeSetup, storedSetup } from '../../../platform/settings/settings.ts';
import { isInstallationEmpty } from './setup.queries.ts';

const Progress = z.object({
  done: z.array(SetupStep).default([]),
  skipped: z.array(SetupStep).default([]),
  closed: z.boolean().default(false),
});
type Progress = z.infer<typeof Progress>;

/** The progress of the setup; undefined where nobody has begun it. */
async function progressOf(db: Db): Promise<Progress | undefined> {
  const stored = await storedSetup(db);
  return stored === undefined ? undefined : Progress.parse(JSON.parse(stored));
}

/** How far the setup is. A site that has people or documents and never began it was set up otherwise. */
export async function showSetup(ctx: Context): Promise<OutputOf<typeof site.setup>> {
  const progress = await progressOf(ctx.db);
  const { done, skipped } = progress ?? Progress.parse({});
  return { open: progress === undefined ? await isInstallationEmpty(ctx.db) : !progress.closed, done, skipped };
}

/** Notes a step as done or skipped, or closes the setup, which the log shows once. */
export async function saveSetup(
  ctx: Context,
  { step, state, close = false }: ParsedOf<typeof site.saveSetup>,
): Promise<Record<string, never>> {
  const before = (await progressOf(ctx.db)) ?? Progress.parse({});
  const without = (steps: readonly SetupStep[]): SetupStep[] => steps.filter((one) => one !== step);
  const after: Progress = { done: without(before.done), skipped: without(before.skipped), closed: before.closed || close };
  if (step !== undefined) after[state].push(step);
  await storeSetup(ctx, JSON.stringify(after));
  if (after.closed && !before.closed) await ctx.emit(siteSettingsChanged, { objName: 'setup' });
  return {};
}
