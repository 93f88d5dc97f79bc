import { codes } from '@dossier/contract/codes';
import type { content } from '@dossier/contract/content';
import { objType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import { breather } from '../../ground/breathe.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameKey } from '../../ground/text/names.ts';
import { checkNames } from '../library/check-names.ts';
import { deepest } from '../library/create-folder.ts';
import { needPlace } from '../library/need-items.ts';
import { type PathNode, pathTree } from './path-tree.ts';

/** Files and folders on the ways of one question together. */
const mostPlaces = 25_000;

/** Which of the file paths below a place are taken; folders on the way are followed as far as the caller may upload into them. */
export async function checkPaths(ctx: Ctx, input: ParsedOf<typeof content.checkNames>) {
  await needPlace(ctx, right.visible | right.upload, input.parentId);
  const breathe = breather();
  const tree = await pathTree(pathsOf(input.names), mostPlaces);
  if (tree === undefined) throw new Refusal(codes.invalidParams);
  const taken: { name: string; id: string }[] = [];
  const waiting = [{ parentId: input.parentId, below: tree.top.below }];
  for (let level = waiting.pop(); level !== undefined; level = waiting.pop()) {
    await breathe();
    const { parentId, below } = level;
    for (const { id, kind, node } of await takenIn(ctx, parentId, below)) {
      const wholes = kind === objType.document ? await endsBelow(node) : node.wholes;
      // what the caller may not see takes the name too, but has no id to tell
      for (const name of wholes) taken.push({ name, id: id ?? parentId });
      if (kind !== objType.document && id !== undefined && node.below.size > 0) waiting.push({ parentId: id, below: node.below });
    }
  }
  return { taken };
}

/** The paths, each once, without those that nothing can stand at. */
function pathsOf(wholes: readonly string[]): { whole: string; names: string[] }[] {
  const paths = [...new Set(wholes)].map((whole) => ({ whole, names: whole.split('/').filter((name) => name !== '') }));
  return paths.filter(({ names }) => names.length > 0 && names.length <= deepest);
}

interface Twin {
  id: string | undefined;
  kind: number;
  node: PathNode;
}

async function takenIn(ctx: Ctx, parentId: string, below: PathNode['below']): Promise<Twin[]> {
  try {
    const { taken } = await checkNames(ctx, { parentId, names: [...below.values()].map(({ name }) => name) });
    return taken.flatMap(({ id, name, objType: kind }) => {
      const node = below.get(nameKey(name));
      return node === undefined ? [] : [{ id, kind, node }];
    });
  } catch (error) {
    // the upload itself will be refused there, with its reason
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** All paths that end at a place or below it: a document where a folder should be takes them all. */
async function endsBelow(top: PathNode): Promise<string[]> {
  const breathe = breather();
  const ends: string[] = [];
  const waiting = [top];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    await breathe();
    ends.push(...node.wholes);
    for (const next of node.below.values()) waiting.push(next);
  }
  return ends;
}
