import { CheckOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect } from 'react';
import { type Pictured, useShapes } from '../../../ground/pictures.ts';
import { type CardShape, weightsOf } from './card-places.ts';
import type { ListProps } from './list-props.ts';
import styles from './rows.module.css';

export interface CardTerms<T> extends ListProps<T> {
  card: (row: T, renaming: boolean) => ReactNode;
  shape: CardShape;
  /** Cards are as wide as their pictures want them. */
  justified?: boolean;
}

interface LineProps<T> extends CardTerms<T> {
  id: string;
  index: number;
  start: number;
  lanes: number;
  count: number;
  weigh: (line: number, weights: readonly number[]) => void;
}

/** The cards that stand beside each other. */
export function CardLine<T extends Pictured & { name: string }>(props: LineProps<T>): ReactNode {
  const { index, lanes, shape, justified = false, weigh } = props;
  const from = index * lanes;
  const rows = Array.from({ length: props.count }, (_, at) => props.source.rowAt(from + at));
  const shapes = useShapes(justified ? rows : []);
  const columns = justified ? templateOf(shapes, lanes) : `repeat(${lanes}, minmax(0, 1fr))`;
  useEffect(() => {
    weigh(index, justified ? weightsOf(shapes) : []);
  });
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className={styles.cards}
      style={{ transform: `translateY(${props.start}px)`, gridTemplateColumns: columns, height: shape.height }}
    >
      {rows.map((row, at) =>
        row === undefined ? (
          <div key={`empty-${from + at}`} className={`${styles.card} ${styles.skeleton}`} aria-hidden="true" />
        ) : (
          <Card key={row.id} {...props} row={row} index={from + at} />
        ),
      )}
    </div>
  );
}

/** A last line that is not full keeps the places of those that are missing. */
function templateOf(shapes: string, lanes: number): string {
  const weights = weightsOf(shapes);
  return Array.from({ length: lanes }, (_, lane) => `minmax(0, ${weights[lane] ?? 1}fr)`).join(' ');
}

function Card<T extends Pictured & { name: string }>(props: CardTerms<T> & { id: string; row: T; index: number }): ReactNode {
  const { row, index } = props;
  const { ids, focus } = props.state.selection;
  const traits = props.traits?.(row);
  const selected = ids.has(row.id);
  const names = [
    styles.card,
    selected && styles.selected,
    index === focus && styles.focused,
    traits?.faint && styles.faint,
    traits?.fresh && styles.fresh,
    ids.size > 0 && styles.some,
  ];
  return (
    <div
      id={`${props.id}-${index}`}
      role="gridcell"
      aria-selected={selected}
      className={names.filter(Boolean).join(' ')}
      data-index={index}
      data-id={row.id}
      data-folder={traits?.folder?.id}
      data-upload={traits?.folder?.upload ? traits.folder.id : undefined}
      data-name={traits?.folder === undefined ? undefined : row.name}
      draggable={traits?.draggable && props.renaming !== row.id}
    >
      <span className={styles.check} data-check aria-hidden="true">
        {selected && <CheckOutlined />}
      </span>
      {props.card(row, props.renaming === row.id)}
    </div>
  );
}
