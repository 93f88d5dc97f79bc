import { ExclamationCircleFilled } from '@ant-design/icons';
import { type FlowNode, rejectableNodeKinds } from '@dossier/contract/workflows/flow-graph';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Text, classNames } from '../../../platform/ui/layout.tsx';
import { cardId, useCanvas } from './canvas-shared.ts';
import styles from './flow-canvas.module.css';
import { type NodeMark, nodeIcon, stateSigns } from './node-marks.tsx';

interface CardData {
  node: FlowNode;
  mark: NodeMark | undefined;
  turns: readonly number[] | undefined;
  isOff: boolean;
}

/** A node on the canvas: what it is, what it does, and how far a flow is with it. */
export function NodeCard({ data, selected }: NodeProps): ReactNode {
  const t = useText('designer');
  const { words, editing, onKey, reveal } = useCanvas();
  const { node, mark, turns, isOff } = data as unknown as CardData;
  const [title, text] = [words.title(node), mark?.text ?? words.text(node)];
  const isWrong = editing?.wrong.has(node.id) === true;
  const kind = node.kind === 'end' && node.passed !== true ? 'stop' : node.kind;
  const label = [...new Set([t(`kind_${node.kind}`), title, text, mark?.word, isWrong && t('hasProblem')])].filter(Boolean).join(' · ');
  const face = {
    id: cardId(node.id),
    className: classNames(styles.card, isWrong && styles.wrong, isOff && styles.off),
    'data-kind': kind,
    'data-state': mark?.state,
    'aria-label': label,
    title: `${title}\n${text}`,
  };
  const content = <CardContent node={node} title={title} text={text} mark={mark} turns={turns} isWrong={isWrong} />;
  return (
    <>
      {node.kind !== 'start' && (
        <Handle id="in" type="target" position={Position.Top} className={styles.handle ?? ''} isConnectableStart={false} />
      )}
      {editing === undefined ? (
        <div role="img" {...face}>
          {content}
        </div>
      ) : (
        <button
          type="button"
          {...face}
          aria-current={selected || undefined}
          aria-keyshortcuts="Enter Insert Delete"
          onClick={() => editing.select(node.id)}
          // not under a pointer, which would press what has moved there
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && reveal(node)}
          onKeyDown={(event) => onKey(event, node)}
        >
          {content}
        </button>
      )}
      {node.kind !== 'end' && <Handle id="next" type="source" position={Position.Bottom} className={styles.handle ?? ''} />}
      {rejectableNodeKinds.includes(node.kind) && (
        <Handle
          id="rejected"
          type="source"
          position={Position.Right}
          className={classNames(styles.handle, styles.rejecting)}
          title={t('whenRejected')}
        />
      )}
    </>
  );
}

interface ContentProps extends Omit<CardData, 'isOff'> {
  title: string;
  text: string;
  isWrong: boolean;
}

function CardContent({ node, title, text, mark, turns, isWrong }: ContentProps): ReactNode {
  return (
    <>
      <span className={styles.sign} aria-hidden>
        {nodeIcon(node)}
      </span>
      <span className={styles.words}>
        <span className={styles.line}>
          <Text strong truncate>
            {title}
          </Text>
          {mark !== undefined && (
            <Text size="xs" nowrap tone={stateSigns[mark.state].tone} className={styles.state}>
              {stateSigns[mark.state].icon} {mark.word}
            </Text>
          )}
        </span>
        <Text as="small" size="xs" tone="muted" truncate>
          {text}
        </Text>
      </span>
      {isWrong && (
        <Text tone="danger" className={styles.corner} aria-hidden>
          <ExclamationCircleFilled />
        </Text>
      )}
      {turns !== undefined && (
        <span className={styles.turns} aria-hidden>
          {turns.join(', ')}
        </span>
      )}
    </>
  );
}
