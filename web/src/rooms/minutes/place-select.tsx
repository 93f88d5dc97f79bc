import { library } from '@dossier/contract/library';
import { areas, right } from '@dossier/contract/rights';
import { TreeSelect, type TreeSelectProps } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../ground/call.ts';
import { useText } from '../../ground/text.ts';

interface Node {
  value: string;
  title: string;
  pId: string;
  id: string;
  isLeaf: boolean;
  disabled: boolean;
}

type Found = Awaited<ReturnType<typeof childrenOf>>;

const childrenOf = (input: { parentId?: string; moduleType?: number }) => call(library.tree, input, { quiet: true });

const nodesOf = (list: Found, pId: string): Node[] =>
  list.map((one) => ({
    id: one.id,
    value: one.id,
    title: one.name,
    pId,
    isLeaf: !one.hasChildren,
    disabled: (one.rights & right.upload) === 0,
  }));

interface PlaceSelectProps {
  id?: string;
  value?: string;
  onChange?: (id: string) => void;
}

/** Chooses a cabinet or folder that the person may upload to; what lies in one is asked for when it is opened. */
export function PlaceSelect({ id, value, onChange }: PlaceSelectProps): ReactNode {
  const t = useText('minutes');
  const [nodes, setNodes] = useState<Node[]>([]);
  useEffect(() => {
    let wanted = true;
    void Promise.all(areas.map((moduleType) => childrenOf({ moduleType }))).then(
      (lists) => wanted && setNodes(lists.flatMap((list) => nodesOf(list, ''))),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  const load: TreeSelectProps['loadData'] = async (node) => {
    const parentId = String(node.value);
    const list = await childrenOf({ parentId });
    setNodes((before) => [...before.filter((one) => one.pId !== parentId), ...nodesOf(list, parentId)]);
  };
  return (
    <TreeSelect<string>
      {...(id !== undefined && { id })}
      {...(value !== undefined && { value })}
      onChange={(next) => onChange?.(next)}
      treeDataSimpleMode
      treeData={nodes}
      loadData={load}
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={t('chooseFolder')}
      style={{ width: '100%' }}
    />
  );
}
