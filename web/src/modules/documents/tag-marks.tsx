import type { TagColour, TagMark } from '@dossier/contract/core/tag-mark';
import type { ReactNode } from 'react';
import { joinedNames } from '../../platform/i18n.ts';
import { Text } from '../../platform/ui/layout.tsx';
import styles from './tag-marks.module.css';

/** A tag as a small coloured label. */
export function TagSign({ tag, bare }: { tag: Pick<TagMark, 'name' | 'colour'>; bare?: boolean }): ReactNode {
  return (
    <span className={styles.tag} data-bare={bare || undefined} title={tag.name}>
      <TagDot colour={tag.colour} />
      <Text truncate className={styles.name}>
        {tag.name}
      </Text>
    </span>
  );
}

/** The colour of a tag, beside a text that names it. */
export function TagDot({ colour }: { colour: TagColour }): ReactNode {
  return <span className={styles.dot} data-colour={colour} aria-hidden />;
}

/** The most tags in a row; a tooltip names the others. */
const most = 2;

/** The tags of an item in a list. */
export function TagMarks({ tags = [] }: { tags: readonly TagMark[] | undefined }): ReactNode {
  if (tags.length === 0) return null;
  const rest = tags.slice(most).map((tag) => tag.name);
  return (
    <>
      {tags.slice(0, most).map((tag) => (
        <TagSign key={tag.id} tag={tag} />
      ))}
      {rest.length > 0 && (
        <Text role="img" title={joinedNames(rest)} aria-label={joinedNames(rest)}>
          +{rest.length}
        </Text>
      )}
    </>
  );
}
