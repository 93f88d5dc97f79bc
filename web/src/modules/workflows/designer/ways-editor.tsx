import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { FlowEdge, FlowNode } from '@dossier/contract/workflows/flow-graph';
import { flowLimits } from '@dossier/contract/workflows/flow-shapes';
import { Button, Input } from 'antd';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { DragHandle } from '../../../platform/ui/drag-handle.tsx';
import { Card, Heading, Row, Stack, Text, VisuallyHidden } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import type { TemplateDraft } from '../templates/template-draft.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { addWay, changeWay, moveWay, reconnect, removeWay } from './graph-editing.ts';
import { JoinField, NodeName, TargetSelect, joinOfParallel } from './node-fields.tsx';
import type { Designer } from './use-designer.ts';

interface WaysEditorProps {
  draft: TemplateDraft;
  designer: Designer;
  node: FlowNode;
}

/** The ways out of a branch, in the order in which their conditions are tried, or out of a parallel node. */
export function WaysEditor({ draft, designer, node }: WaysEditorProps): ReactNode {
  const t = useText('designer');
  const [dragged, setDragged] = useState<string>();
  const [said, setSaid] = useState('');
  const ways = draft.graph.edges.filter(({ from, port }) => from === node.id && port === 'next');
  const isBranch = node.kind === 'branch';
  const join = isBranch ? undefined : joinOfParallel(designer, node);
  const nameOf = (way: FlowEdge): string => way.name || designer.words.way(way) || designer.words.titleOf(way.to);
  const move = (way: FlowEdge, by: number): void => {
    const at = ways.indexOf(way);
    const to = Math.max(0, Math.min(ways.length - 2, at + by));
    if (to === at) return;
    setSaid(t('wayMoved', { name: nameOf(way), count: to + 1, of: ways.length }));
    designer.apply(moveWay(designer.design, way.id, to - at));
  };
  const dropOn = (way: FlowEdge) => ({
    onDragOver: (event: DragEvent) => dragged !== undefined && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const held = ways.find(({ id }) => id === dragged);
      if (held !== undefined) move(held, ways.indexOf(way) - ways.indexOf(held));
      setDragged(undefined);
    },
  });
  return (
    <>
      <NodeName designer={designer} node={node} />
      {join !== undefined && <JoinField designer={designer} join={join} />}
      <Stack as="section" gap={2} aria-label={t('ways')}>
        <Heading level={3} size="m">
          {t('ways')}
        </Heading>
        <Stack as="ol" gap={2}>
          {ways.map((way, at) => (
            <li key={way.id} {...(isBranch && dropOn(way))}>
              <WayCard
                draft={draft}
                designer={designer}
                node={node}
                way={way}
                place={at + 1}
                of={ways.length}
                name={nameOf(way)}
                move={(by) => move(way, by)}
                drag={{ begin: () => setDragged(way.id), end: () => setDragged(undefined) }}
              />
            </li>
          ))}
        </Stack>
        {draft.steps.length < flowLimits.steps && <AddWay designer={designer} node={node} />}
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      </Stack>
    </>
  );
}

function AddWay({ designer, node }: Omit<WaysEditorProps, 'draft'>): ReactNode {
  const t = useText('designer');
  return (
    <Row>
      <Button size="small" icon={<PlusOutlined />} onClick={() => designer.apply(addWay(designer.design, node.id, designer.terms).design)}>
        {t('addWay')}
      </Button>
    </Row>
  );
}

interface WayCardProps extends WaysEditorProps {
  way: FlowEdge;
  place: number;
  of: number;
  name: string;
  move: (by: number) => void;
  drag: { begin: () => void; end: () => void };
}

/** A way: its name, when it is taken, and where it leads. */
function WayCard({ draft, designer, node, way, place, of, name, move, drag }: WayCardProps): ReactNode {
  const t = useText('designer');
  const isBranch = node.kind === 'branch';
  return (
    <Card gap={2} pad={2}>
      <Row gap={1}>
        {isBranch && way.condition !== undefined && (
          <DragHandle
            name={name}
            place={place}
            label={t('wayPlace', { name: name, count: place, of: of })}
            title={t('wayMoveHint')}
            move={move}
            {...drag}
          />
        )}
        <Input
          aria-label={t('wayName', { count: place })}
          placeholder={way.condition === undefined && isBranch ? t('otherwise') : t('wayName', { count: place })}
          value={way.name}
          maxLength={50}
          autoComplete="off"
          onChange={({ target }) => designer.apply(changeWay(designer.design, way.id, { name: target.value }), `way ${way.id}`)}
        />
        <ToolButton
          label={t('removeWay', { name: name })}
          icon={<DeleteOutlined />}
          onClick={() => designer.apply(removeWay(designer.design, way.id))}
        />
      </Row>
      {way.condition === undefined
        ? isBranch && (
            <Text size="s" tone="muted">
              {t('otherwiseHint')}
            </Text>
          )
        : isBranch && (
            <ConditionEditor
              condition={way.condition}
              fields={draft.fields}
              names={draft.names}
              change={(condition, names) => designer.apply(changeWay(designer.design, way.id, { condition }), `condition ${way.id}`, names)}
            />
          )}
      <TargetSelect
        label={t('wayLeadsTo', { name: name })}
        designer={designer}
        from={node.id}
        value={way.to}
        change={(to) => designer.apply(reconnect(designer.design, way.id, to))}
      />
    </Card>
  );
}
