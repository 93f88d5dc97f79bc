import type { ReactNode } from 'react';
import { useText } from '../../../ground/text.ts';
import { dressedLater } from '../../../ground/ui/dress.tsx';
import styles from './sheet.module.css';

export type Shown = 'table' | 'text' | 'pages';

const Choice = dressedLater(() => import('./choice.tsx').then((m) => m.Choice<Shown>));

interface ShownProps {
  shown: Shown;
  setShown: (shown: Shown) => void;
  other: 'text' | 'pages';
}

/** Whether a workbook is seen as a table or otherwise. Its place is kept until the toolkit is there. */
export function ShownAs({ shown, setShown, other }: ShownProps): ReactNode {
  const t = useText('viewer');
  const s = useText('sheets');
  const options: { value: Shown; label: string }[] = [
    { value: 'table', label: s('asTable') },
    { value: other, label: s(other === 'text' ? 'asText' : 'asPages') },
  ];
  return (
    <div className={styles.shownAs}>
      <div className={styles.place} aria-hidden="true">
        {options.map(({ value, label }) => (
          <span key={value} data-label={label} />
        ))}
      </div>
      <Choice label={t('showAs')} value={shown} choose={setShown} options={options} />
    </div>
  );
}
