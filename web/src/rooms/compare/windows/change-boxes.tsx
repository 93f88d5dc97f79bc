import type { PageBox } from '@dossier/contract/page-looks';
import { memo, type ReactNode } from 'react';
import styles from './panes.module.css';
import type { Change } from '../use-comparison.ts';

interface ChangeBoxesProps {
  places: { at: number; change: Change; boxes: PageBox[] }[] | undefined;
  current: number;
  choose: (at: number) => void;
}

/** What differs on a page, in boxes; a click chooses it. The list has them for the keyboard. */
export const ChangeBoxes = memo(function ChangeBoxes({ places, current, choose }: ChangeBoxesProps): ReactNode {
  return places?.map(({ at, change, boxes }) =>
    boxes.map((box) => (
      <i
        key={`${at} ${box.x} ${box.y}`}
        className={styles.box}
        data-kind={change.kind}
        data-missing={box.width === 0 || undefined}
        data-chosen={at === current || undefined}
        onClick={() => choose(at)}
        style={{
          left: `${box.x * 100}%`,
          top: `${box.y * 100}%`,
          width: `${box.width * 100}%`,
          height: `${box.height * 100}%`,
          ...(box.turn && { transform: `rotate(${box.turn}deg)` }),
        }}
      />
    )),
  );
});
