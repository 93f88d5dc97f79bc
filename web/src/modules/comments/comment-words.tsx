import type { Comment } from '@dossier/contract/comments/comments';
import { Fragment, type ReactNode } from 'react';
import { Text } from '../../platform/ui/layout.tsx';

/** A comment's text with its line breaks; the people whom it mentions stand out. */
export function CommentWords({ comment }: { comment: Comment }): ReactNode {
  const names = comment.mentions.map(({ name }) => `@${name}`);
  return (
    <Text as="p" prose>
      {partsOf(comment.content, names).map((part, at) =>
        names.includes(part) ? (
          <Text key={at} tone="accent">
            {part}
          </Text>
        ) : (
          <Fragment key={at}>{part}</Fragment>
        ),
      )}
    </Text>
  );
}

/** A text split around some words, the longest of them first, so that a name that begins another one is not cut. */
export function partsOf(text: string, words: readonly string[]): string[] {
  const [word, ...rest] = words.toSorted((a, b) => b.length - a.length);
  if (word === undefined) return [text];
  return text.split(word).flatMap((part, at) => (at === 0 ? partsOf(part, rest) : [word, ...partsOf(part, rest)]));
}
