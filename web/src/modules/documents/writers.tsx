import type { Revision } from '@dossier/contract/documents/content';
import type { ReactNode } from 'react';
import { firstNames, joinedNames, useText } from '../../platform/i18n.ts';

/** Names that are shown; of more, the first ones and how many others there are. */
const mostShown = 3;
const firstShown = 2;

type Authors = Pick<Revision, 'creatorName' | 'writers'>;

/** All who wrote a version together in an editor, else who made it. */
export const writersOf = ({ creatorName, writers = [] }: Authors): string[] => (writers.length === 0 ? [creatorName] : writers);

/** Who wrote a version; where there are many, the first ones and how many others there are. */
export function Writers({ revision }: { revision: Authors }): ReactNode {
  const t = useText('documents.content');
  const names = writersOf(revision);
  if (names.length <= mostShown) return joinedNames(names);
  const others = { names: firstNames(names.slice(0, firstShown)), count: names.length - firstShown };
  return <span title={joinedNames(names)}>{t('andOthers', others)}</span>;
}
