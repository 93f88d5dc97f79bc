import {
  ApartmentOutlined,
  BellOutlined,
  BranchesOutlined,
  CheckCircleFilled,
  ClockCircleFilled,
  CloseCircleFilled,
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

/** How far a flow is with a node. */
export const nodeStates = ['done', 'waiting', 'rejected', 'cancelled'] as const;
export type NodeState = (typeof nodeStates)[number];

/** What a picture says of a node beside its settings. */
export interface NodeMark {
  state: NodeState;
  /** The state as a word. */
  word: string;
  /** Who has it, until when; instead of what the node does. */
  text?: string;
}

export const stateSigns: Record<NodeState, { icon: ReactNode; tone: 'done' | 'accent' | 'danger' | 'muted' }> = {
  done: { icon: <CheckCircleFilled />, tone: 'done' },
  waiting: { icon: <ClockCircleFilled />, tone: 'accent' },
  rejected: { icon: <CloseCircleFilled />, tone: 'danger' },
  cancelled: { icon: <MinusCircleOutlined />, tone: 'muted' },
};
