import { type ReactNode, use, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { validityWords } from '../../documents/validity-mark.tsx';
import { ReaderContext } from '../reader.ts';
import type { View } from '../view-request.ts';
import { NoticeLine } from '../viewer-parts.tsx';

/** Says that the document has expired, expires soon or is due for review. */
export function ValidityLine({ view }: { view: View }): ReactNode {
  const t = useText('documents.validity');
  const { partOf } = use(ReaderContext);
  const [now] = useState(() => Date.now());
  const words = partOf === undefined ? validityWords(t, view, now) : [];
  if (words.length === 0) return null;
  return (
    <NoticeLine justify="center" role="status">
      <span>{words.join(' · ')}</span>
    </NoticeLine>
  );
}
