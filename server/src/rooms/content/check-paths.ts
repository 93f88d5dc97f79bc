import type { content } from '@dossier/contract/content';
import { objType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { nameKey } from '../../ground/text/names.ts';
import { checkNames } from '../library/check-names.ts';
import { needPlace } from '../library/need-items.ts';

interface Level {
  parentId: string;
  paths: { whole: string; names: string[] }[];
}

/** Which of the file paths below a place are taken; folders on the way are followed as far as the caller may upload into them. */
export async function checkPaths(ctx: Ctx, input: ParsedOf<typeof content.checkNames>) {
  await needPlace(ctx, right.visible | right.upload, input.parentId);
  const taken: { name: string; id: string }[] = [];
  const paths = input.names.map((whole) => ({ whole, names: whole.split('/').filter((name) => name !== '') }));
  const todo: Level[] = [{ parentId: input.parentId, paths }];
  for (let level = todo.pop(); level !== undefined; level = todo.pop()) {
    const { below, found } = await lookInto(ctx, level);
    taken.push(...found);
    todo.push(...below);
  }
  return { taken };
}

async function lookInto(ctx: Ctx, { parentId, paths }: Level): Promise<{ below: Level[]; found: { name: string; id: string }[] }> {
  const firsts = [...new Set(paths.map(({ names }) => names[0] ?? ''))].filter((name) => name !== '');
  const answer = await checkNames(ctx, { parentId, names: firsts });
  const byKey = new Map(answer.taken.map((one) => [nameKey(one.name), one]));
  const found: { name: string; id: string }[] = [];
  const below = new Map<string, Level>();
  for (const { whole, names } of paths) {
    const [first = '', ...rest] = names;
    const twin = byKey.get(nameKey(first));
    if (twin === undefined) continue;
    if (rest.length === 0 || twin.objType === objType.document) {
      // what the caller may not see takes the name too, but has no id to tell
      found.push({ name: whole, id: twin.id ?? parentId });
    } else if (twin.id !== undefined && (await mayEnter(ctx, twin.id))) {
      const level = below.get(twin.id) ?? { parentId: twin.id, paths: [] };
      level.paths.push({ whole, names: rest });
      below.set(twin.id, level);
    }
  }
  return { below: [...below.values()], found };
}

async function mayEnter(ctx: Ctx, id: string): Promise<boolean> {
  try {
    await needPlace(ctx, right.visible | right.upload, id);
    return true;
  } catch {
    // the upload itself will be refused there, with its reason
    return false;
  }
}
