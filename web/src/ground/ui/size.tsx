import type { ReactNode } from 'react';
import { sizeText } from '../amounts.ts';
import { useLang } from '../text.ts';

/** A size in bytes, in tabular figures, with all digits on hover. */
export function Size({ bytes }: { bytes: number }): ReactNode {
  const language = useLang();
  return (
    <span title={`${bytes.toLocaleString()} B`} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {sizeText(bytes, language)}
    </span>
  );
}
