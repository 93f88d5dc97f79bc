import { objType } from '@dossier/contract/rights';
import type { Query } from '../../ground/go.ts';
import { viewerOf } from '../viewer/extension-groups.ts';
import type { Way } from './addresses.ts';

interface Target {
  id: string;
  objType: number;
  ext?: string | undefined;
}

const media = new Set(['picture', 'audio', 'video']);

/** Where an item of a link is shown: a folder in the list, a document in the viewer of its kind. */
export function addressOf(way: Way, token: string, { id, objType: type, ext }: Target): [path: string, query: Query] {
  if (type !== objType.document) return [way.list, { token, parentId: id }];
  const viewer = viewerOf(ext);
  return [viewer === 'pdf' ? way.pdf : media.has(viewer) ? way.media : way.view, { token, id }];
}
