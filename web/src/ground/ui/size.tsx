import type { ReactNode } from 'react';
import { numberText, sizeText } from '../amounts.ts';
import { useLang } from '../text.ts';

/** A size in bytes, in tabular figures, with all digits on hover. */
export function Size({ bytes }: { bytes: number }): ReactNode {
  const language = useLang();
  return (
    <span title={`${numberText(bytes, language)} B`} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {sizeText(bytes, language)}
    </span>
  );
}
