import {
  CheckCircleFilled,
  ClusterOutlined,
  ExclamationCircleFilled,
  LayoutOutlined,
  RedoOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { Drawer, Segmented, Skeleton } from 'antd';
import { type KeyboardEvent, type ReactNode, Suspense, lazy, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { PlainButton, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { leaveSettings } from './canvas-shared.ts';
import styles from './designer.module.css';
import { FlowOutline } from './flow-outline.tsx';
import { NodePanel } from './node-panel.tsx';
import type { Designer } from './use-designer.ts';
import { lackOf, nodeOfProblem } from './use-designer.ts';
import type { DraftHistory } from './use-template-draft.ts';

/** The canvas and its library are loaded with the first picture. */
export const FlowCanvas = lazy(() => import('./flow-canvas.tsx').then((m) => ({ default: m.FlowCanvas })));

interface FlowTabProps {
  templateId: string | undefined;
  history: DraftHistory;
  designer: Designer;
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [role="dialog"]') !== null;

/** Leaves the settings by Escape, but what is open in them is closed first. */
const leavesByEscape =
  (leave: () => void) =>
  ({ target, currentTarget, key, defaultPrevented }: KeyboardEvent<HTMLElement>): void => {
    const isOpen = !(target instanceof HTMLElement) || !currentTarget.contains(target) || target.getAttribute('aria-expanded') === 'true';
    if (key === 'Escape' && !defaultPrevented && !isOpen) leave();
  };

/** The flow of a template: the canvas or the list of its nodes, the settings of the selected one, and what is wrong. */
export function FlowTab({ templateId, history, designer }: FlowTabProps): ReactNode {
  const t = useText('designer');
  const isPhone = useMedia('phone');
  const isNarrow = useMedia('narrow');
  const [view, setView] = useState<'canvas' | 'list'>(isPhone ? 'list' : 'canvas');
  const { draft, undo, redo } = history;
  const { selected, editing, words } = designer;
  const node = draft.graph.nodes.find(({ id }) => id === selected);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || isTyping(event)) return;
    const key = event.key.toLowerCase();
    const run = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : undefined;
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  const leave = node && (() => leaveSettings(editing, node.id));
  const panel = node && (
    <NodePanel key={node.id} templateId={templateId} draft={draft} designer={designer} node={node} isInDrawer={isNarrow} />
  );
  return (
    <Stack grow onKeyDown={onKeyDown}>
      <FlowBar history={history} designer={designer} view={view} setView={setView} />
      <div className={styles.stage}>
        <div className={styles.board}>
          {view === 'list' ? (
            <div className={styles.plane}>
              <FlowOutline designer={designer} />
            </div>
          ) : (
            <div className={styles.plane}>
              <Suspense fallback={<Skeleton active className={styles.loading ?? ''} />}>
                <FlowCanvas label={t('canvas')} graph={draft.graph} words={words} editing={editing} />
              </Suspense>
            </div>
          )}
          <Problems designer={designer} draft={draft} />
        </div>
        {!isNarrow && panel && (
          <aside className={styles.panel} aria-label={t('settings')} onKeyDown={leave && leavesByEscape(leave)}>
            {panel}
          </aside>
        )}
      </div>
      {isNarrow && (
        <Drawer
          open={node !== undefined}
          title={node && words.title(node)}
          placement={isPhone ? 'bottom' : 'right'}
          size={isPhone ? '80%' : 400}
          closable={{ 'aria-label': t('closeSettings') }}
          onClose={() => leave?.()}
          styles={{ body: { padding: 0 } }}
        >
          {panel}
        </Drawer>
      )}
    </Stack>
  );
}

interface FlowBarProps extends Omit<FlowTabProps, 'templateId'> {
  view: 'canvas' | 'list';
  setView: (view: 'canvas' | 'list') => void;
}

/** What is shown, and what undoes and arranges. */
function FlowBar({ history: { undo, redo }, designer, view, setView }: FlowBarProps): ReactNode {
  const t = useText('designer');
  const isNarrow = useMedia('narrow');
  return (
    <Row gap={2} wrap className={styles.bar}>
      <Segmented<'canvas' | 'list'>
        aria-label={t('view')}
        value={view}
        options={[
          { value: 'canvas', icon: <ClusterOutlined />, label: t('viewCanvas') },
          { value: 'list', icon: <UnorderedListOutlined />, label: t('viewList') },
        ]}
        onChange={setView}
      />
      <Row>
        <ToolButton label={t('undo')} icon={<UndoOutlined />} hotkey="Ctrl+Z" disabled={undo === undefined} onClick={() => undo?.()} />
        <ToolButton label={t('redo')} icon={<RedoOutlined />} hotkey="Ctrl+Y" disabled={redo === undefined} onClick={() => redo?.()} />
        {view === 'canvas' && (
          <ToolButton
            label={t('tidyUp')}
            icon={<LayoutOutlined />}
            disabled={designer.tidyUp === undefined}
            onClick={() => designer.tidyUp?.()}
          />
        )}
      </Row>
      {!isNarrow && (
        <Text size="s" tone="muted" truncate grow>
          {t('canvasHint')}
        </Text>
      )}
    </Row>
  );
}

/** What is wrong with the design; each line leads to its node. */
function Problems({ designer, draft }: { designer: Designer; draft: DraftHistory['draft'] }): ReactNode {
  const t = useText('designer');
  const { problems, words, editing } = designer;
  const unfinished = draft.graph.nodes.flatMap((node) => {
    const lack = lackOf(draft, node);
    return lack === undefined ? [] : [{ id: node.id, lack }];
  });
  const count = problems.length + unfinished.length;
  return (
    <Stack as="section" pad={[2, 3]} gap={1} className={styles.problems} aria-label={t('check')}>
      <Text role="status" size="s" tone={count === 0 ? 'done' : 'danger'} strong>
        {count === 0 ? <CheckCircleFilled /> : <ExclamationCircleFilled />} {count === 0 ? t('noProblems') : t('nProblems', { count })}
      </Text>
      {count > 0 && (
        <Stack as="ul">
          {problems.map((problem, at) => {
            const id = nodeOfProblem(draft, problem);
            return (
              <li key={`${problem.kind} ${problem.node} ${problem.edge} ${at}`}>
                {id === undefined ? (
                  <Text size="s">{words.problem(problem)}</Text>
                ) : (
                  <PlainButton link onClick={() => editing.select(id, true)}>
                    <Text size="s">{words.problem(problem)}</Text>
                  </PlainButton>
                )}
              </li>
            );
          })}
          {unfinished.map(({ id, lack }) => (
            <li key={id}>
              <PlainButton link onClick={() => editing.select(id, true)}>
                <Text size="s">{t(`stepLacks_${lack}`, { name: words.titleOf(id) })}</Text>
              </PlainButton>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
