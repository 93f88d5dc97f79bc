import {
  ApartmentOutlined,
  BellOutlined,
  BranchesOutlined,
  CheckCircleFilled,
  ClockCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  ExportOutlined,
  FieldTimeOutlined,
  FlagOutlined,
  MergeOutlined,
  MinusCircleOutlined,
  PlayCircleOutlined,
  StopOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { FlowNode, FlowNodeKind } from '@dossier/contract/workflows/flow-graph';
import type { ReactNode } from 'react';

const icons: Record<FlowNodeKind, ReactNode> = {
  start: <PlayCircleOutlined />,
  approval: <UserOutlined />,
  branch: <BranchesOutlined />,
  parallel: <ApartmentOutlined />,
  join: <MergeOutlined />,
  timer: <FieldTimeOutlined />,
  notify: <BellOutlined />,
  subflow: <ExportOutlined />,
  end: <FlagOutlined />,
};

/** The sign of a node; an end that does not pass has its own. */
export const nodeIcon = ({ kind, passed }: Pick<FlowNode, 'kind' | 'passed'>): ReactNode =>
  kind === 'end' && passed !== true ? <StopOutlined /> : icons[kind];

/** How far a flow is with a node; `stuck` where it cannot go on, `missed` where it will not come to any more. */
export const nodeStates = ['done', 'waiting', 'stuck', 'rejected', 'cancelled', 'missed'] as const;
export type NodeState = (typeof nodeStates)[number];

/** What a picture says of a node beside its settings. */
export interface NodeMark {
  state: NodeState;
  /** The state as a word. */
  word: string;
  /** Who has it, until when; instead of what the node does. */
  text?: string;
}

export const stateSigns: Record<NodeState, { icon: ReactNode; tone: 'done' | 'accent' | 'warn' | 'danger' | 'muted' }> = {
  done: { icon: <CheckCircleFilled />, tone: 'done' },
  waiting: { icon: <ClockCircleFilled />, tone: 'accent' },
  stuck: { icon: <ExclamationCircleFilled />, tone: 'warn' },
  rejected: { icon: <CloseCircleFilled />, tone: 'danger' },
  cancelled: { icon: <MinusCircleOutlined />, tone: 'muted' },
  missed: { icon: <StopOutlined />, tone: 'muted' },
};
