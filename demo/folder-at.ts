import { library } from '@dossier/contract/documents/library';
import type { Caller } from './caller.ts';

/** The folder at a path that begins with its cabinet, as a user sees it. */
export async function folderAt(caller: Caller, path: string): Promise<string> {
  const [cabinet = '', ...below] = path.split('/');
  let nodes = await caller.call(library.tree, { moduleType: 3 });
  let found = nodes.find(({ name }) => name === cabinet);
  for (const part of below) {
    nodes = found === undefined ? [] : await caller.call(library.tree, { parentId: found.id });
    found = nodes.find(({ name }) => name === part);
  }
  if (found === undefined) throw new Error(`The demo has no folder ${path}`);
  return found.id;
}
