import { ArrowRightOutlined } from '@ant-design/icons';
import type { FlowNode } from '@dossier/contract/workflows/flow-graph';
import { Input, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Field } from '../../../platform/ui/page-parts.tsx';
import { nodeNameId } from './canvas-shared.ts';
import { changeNode } from './graph-editing.ts';
import { type Designer, partnerOf } from './use-designer.ts';

/** Changes a node; typing into one field is one step. */
export const changing =
  ({ design, apply }: Designer, { id }: FlowNode) =>
  (changes: { [K in keyof FlowNode]?: FlowNode[K] | undefined }, names?: Record<string, string>): void =>
    apply(changeNode(design, id, changes), `node ${id} ${Object.keys(changes).join()}`, names);

interface NameFieldProps {
  label?: string;
  value: string;
  placeholder?: string;
  change: (name: string) => void;
}

/** The name of a step or another node; has the focus once it was inserted. */
export function NameField({ label, value, placeholder, change }: NameFieldProps): ReactNode {
  const t = useText('designer');
  return (
    <Field label={label ?? t('nodeName')} htmlFor={nodeNameId}>
      <Input
        id={nodeNameId}
        value={value}
        maxLength={50}
        autoComplete="off"
        placeholder={placeholder}
        onChange={({ target }) => change(target.value)}
      />
    </Field>
  );
}

/** The name of a node, instead of what it is called by itself. */
export function NodeName({ designer, node }: { designer: Designer; node: FlowNode }): ReactNode {
  return (
    <NameField
      value={node.name}
      placeholder={designer.words.title({ ...node, name: '' })}
      change={(name) => changing(designer, node)({ name })}
    />
  );
}

/** Whether a join waits for all ways; shown with the parallel node, too. */
export function JoinField({ designer, join }: { designer: Designer; join: FlowNode }): ReactNode {
  const t = useText('designer');
  return (
    <Field label={t('joinRule')}>
      <Radio.Group
        vertical
        aria-label={t('joinRule')}
        value={join.first === true ? 'first' : 'all'}
        onChange={({ target }) => changing(designer, join)({ first: target.value === 'first' })}
        options={[
          { value: 'all', label: t('joinRuleAll') },
          { value: 'first', label: t('joinRuleFirst') },
        ]}
      />
    </Field>
  );
}

interface TargetSelectProps {
  id?: string;
  label?: string;
  designer: Designer;
  from: string;
  value: string;
  change: (to: string) => void;
}

/** Selects the node that a way leads to. */
export function TargetSelect({ id, label, designer, from, value, change }: TargetSelectProps): ReactNode {
  const { design, words } = designer;
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      value={value}
      prefix={<ArrowRightOutlined aria-hidden />}
      showSearch={{ optionFilterProp: 'label' }}
      options={design.graph.nodes
        .filter((node) => node.id !== from && node.kind !== 'start')
        .map((node) => ({ value: node.id, label: words.title(node) }))}
      onChange={change}
    />
  );
}

/** The join of a parallel node. */
export const joinOfParallel = (designer: Designer, node: FlowNode): FlowNode | undefined => {
  const join = partnerOf(designer.design, node.id);
  return designer.design.graph.nodes.find(({ id }) => id === join);
};
