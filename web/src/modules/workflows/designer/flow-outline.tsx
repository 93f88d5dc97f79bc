import { ExclamationCircleFilled, PlusOutlined } from '@ant-design/icons';
import type { FlowEdge, FlowNode } from '@dossier/contract/workflows/flow-graph';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { PlainButton, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { cardId } from './canvas-shared.ts';
import { nodeIcon } from './node-marks.tsx';
import styles from './designer.module.css';
import { layOut } from './graph-layout.ts';
import { type Designer, lackOf, nodeOfProblem } from './use-designer.ts';

/** The nodes of a design one below the other, for phones, and for those who rather read than look. */
export function FlowOutline({ designer }: { designer: Designer }): ReactNode {
  const t = useText('designer');
  const { graph } = designer.design;
  const nodes = layOut(graph).order.flatMap((id) => graph.nodes.find((node) => node.id === id) ?? []);
  const { selected } = designer;
  useEffect(() => {
    if (selected !== undefined) document.getElementById(cardId(selected))?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <Stack as="ol" gap={1} className={styles.outline} aria-label={t('outline')}>
      {nodes.map((node, at) => (
        <OutlineEntry key={node.id} designer={designer} node={node} following={nodes[at + 1]?.id} />
      ))}
    </Stack>
  );
}

interface OutlineEntryProps {
  designer: Designer;
  node: FlowNode;
  /** The node in the next line: a way there needs no words. */
  following: string | undefined;
}

function OutlineEntry({ designer, node, following }: OutlineEntryProps): ReactNode {
  const t = useText('designer');
  const { design, words, editing, selected, problems } = designer;
  const ways = design.graph.edges.filter(({ from }) => from === node.id);
  const isFork = node.kind === 'branch' || node.kind === 'parallel';
  const told = ways.filter((way) => isFork || way.port === 'rejected' || way.to !== following);
  const [only] = ways.filter(({ port }) => port === 'next');
  const [wrong] = problems.filter((problem) => nodeOfProblem(design, problem) === node.id);
  const lack = lackOf(design, node);
  return (
    <li>
      <Row align="start">
        <PlainButton
          lit
          id={cardId(node.id)}
          className={styles.entry}
          aria-current={selected === node.id || undefined}
          onClick={() => editing.select(node.id, true)}
        >
          <span className={styles.entrySign} aria-hidden>
            {nodeIcon(node)}
          </span>
          <Stack as="span" grow>
            <Text strong>{words.title(node)}</Text>
            <Text size="s" tone="muted">
              {words.text(node)}
            </Text>
            {(wrong !== undefined || lack !== undefined) && (
              <Text size="s" tone="danger">
                <ExclamationCircleFilled /> {wrong === undefined ? lack && t(`unfinished_${lack}`) : words.problem(wrong)}
              </Text>
            )}
          </Stack>
        </PlainButton>
        {!isFork && only !== undefined && <InsertInto designer={designer} way={only} />}
      </Row>
      {told.length > 0 && (
        <Stack as="ul" gap={1} className={styles.entryWays}>
          {told.map((way) => (
            <Row as="li" key={way.id} gap={2}>
              <Text size="s" grow>
                {words.way(way) === ''
                  ? t('goesTo', { name: words.titleOf(way.to) })
                  : t('wayGoesTo', { way: words.way(way), name: words.titleOf(way.to) })}
              </Text>
              {isFork && <InsertInto designer={designer} way={way} />}
            </Row>
          ))}
        </Stack>
      )}
    </li>
  );
}

function InsertInto({ designer, way }: { designer: Designer; way: FlowEdge }): ReactNode {
  const t = useText('designer');
  const { words, editing } = designer;
  const label = t('insertBetween', { from: words.titleOf(way.from), to: words.titleOf(way.to) });
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      menu={{
        items: editing.insertable(way.id).map((kind) => ({
          key: kind,
          icon: nodeIcon({ kind, passed: false }),
          label: t(`insert_${kind}`),
          onClick: () => editing.insert(way.id, kind),
        })),
      }}
    >
      <Button type="text" size="small" icon={<PlusOutlined />} aria-label={label} title={label} />
    </Dropdown>
  );
}
