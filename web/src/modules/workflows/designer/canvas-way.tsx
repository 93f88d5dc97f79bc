import { PlusOutlined } from '@ant-design/icons';
import type { FlowEdge } from '@dossier/contract/workflows/flow-graph';
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { Dropdown } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import { focusCard, useCanvas } from './canvas-shared.ts';
import styles from './flow-canvas.module.css';
import type { Point } from './graph-layout.ts';
import { nodeIcon } from './node-marks.tsx';

/** A way between two cards. `lane`: the middle of the line that passes beside cards. */
export type Way = Edge<{ edge: FlowEdge; isFork: boolean; leadsBack: boolean; lane?: number }, 'way'>;

const turn = 24;
const radius = 8;

/** The corners of the line of a way. */
function cornersOf({ from, to, way }: { from: Point; to: Point; way: NonNullable<Way['data']> }): Point[] {
  const { lane, isFork, leadsBack, edge } = way;
  const isSide = edge.port === 'rejected';
  const below = isSide ? from.y : from.y + turn;
  const x = lane ?? (isSide && to.x < from.x + turn && !leadsBack ? from.x + turn : undefined);
  if (x !== undefined) return [from, { x: from.x, y: below }, { x, y: below }, { x, y: to.y - turn }, { x: to.x, y: to.y - turn }, to];
  if (Math.abs(from.x - to.x) < 1) return [from, to];
  if (isSide) return [from, { x: to.x, y: from.y }, to];
  const y = isFork ? below : to.y - turn;
  return [from, { x: from.x, y }, { x: to.x, y }, to];
}

/** A line through points, with round corners. */
function lineThrough(points: readonly Point[]): string {
  const known = points.filter((point, at) => at === 0 || point.x !== points[at - 1]?.x || point.y !== points[at - 1]?.y);
  const parts = known.map((point, at) => {
    const [before, after] = [known[at - 1], known[at + 1]];
    if (before === undefined) return `M ${point.x} ${point.y}`;
    if (after === undefined) return `L ${point.x} ${point.y}`;
    const near = (other: Point): Point => {
      const length = Math.hypot(other.x - point.x, other.y - point.y);
      const part = Math.min(radius, length / 2) / (length || 1);
      return { x: point.x + (other.x - point.x) * part, y: point.y + (other.y - point.y) * part };
    };
    const [begin, end] = [near(before), near(after)];
    return `L ${begin.x} ${begin.y} Q ${point.x} ${point.y} ${end.x} ${end.y}`;
  });
  return parts.join(' ');
}

const at = ({ x, y }: Point): CSSProperties => ({ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` });

/** The line of a way, with its words and the button that inserts into it. */
export function WayLine({ sourceX, sourceY, targetX, targetY, data, markerEnd }: EdgeProps<Way>): ReactNode {
  const { words, editing } = useCanvas();
  if (data === undefined) return null;
  const { edge, isFork, leadsBack, lane } = data;
  const [from, to] = [
    { x: sourceX, y: sourceY },
    { x: targetX, y: targetY },
  ];
  const corners = cornersOf({ from, to, way: data });
  const text = words.way(edge);
  const isSide = edge.port === 'rejected';
  const besideX = lane ?? (isSide || isFork ? (corners[1]?.x === from.x ? (corners[2]?.x ?? to.x) : (corners[1]?.x ?? to.x)) : from.x);
  const hasText = text !== '' && (isFork || isSide);
  const textAt: Point = isSide && leadsBack ? { x: besideX, y: (from.y + to.y) / 2 } : { x: besideX, y: from.y + (isSide ? 28 : 46) };
  const addAt: Point = { x: besideX, y: hasText ? textAt.y + 30 : from.y + 28 };
  return (
    <>
      <BaseEdge path={lineThrough(corners)} {...(markerEnd !== undefined && { markerEnd })} interactionWidth={16} />
      <EdgeLabelRenderer>
        {hasText && (
          <div className={styles.wayText} style={at(textAt)}>
            <Text size="xs" truncate title={text}>
              {text}
            </Text>
          </div>
        )}
        {editing !== undefined && !leadsBack && <InsertButton way={edge} place={addAt} />}
      </EdgeLabelRenderer>
    </>
  );
}

function InsertButton({ way, place }: { way: FlowEdge; place: Point }): ReactNode {
  const t = useText('designer');
  const { words, editing, inserting, setInserting } = useCanvas();
  const isOpen = inserting === way.id;
  const label = t('insertBetween', { from: words.titleOf(way.from), to: words.titleOf(way.to) });
  return (
    <Dropdown
      trigger={['click']}
      open={isOpen}
      autoFocus
      onOpenChange={(open, { source }) => {
        setInserting(open ? way.id : undefined);
        // what was chosen goes to the new node
        if (!open && source === 'trigger') focusCard(way.from);
      }}
      menu={{
        items: (isOpen ? (editing?.insertable(way.id) ?? []) : []).map((kind) => ({
          key: kind,
          icon: nodeIcon({ kind, passed: false }),
          label: t(`insert_${kind}`),
          onClick: () => {
            setInserting(undefined);
            editing?.insert(way.id, kind);
          },
        })),
      }}
    >
      <button type="button" tabIndex={-1} className={`${styles.add} nodrag nopan`} style={at(place)} aria-label={label} title={label}>
        <PlusOutlined />
      </button>
    </Dropdown>
  );
}
