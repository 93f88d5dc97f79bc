import { areas } from '@dossier/contract/core/rights';
import { type TreeNode, library } from '@dossier/contract/documents/library';
import { TreeSelect, type TreeSelectProps } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.ts';
import { Text } from '../../platform/ui/layout.tsx';

/** A selected cabinet or folder. */
export interface ChosenFolder {
  id: string;
  name: string;
  /** The area; absent where the folder was not chosen here. */
  moduleType?: number;
}

interface Node {
  value: string;
  title: string;
  pId: string;
  id: string;
  isLeaf: boolean;
  node: TreeNode;
}

interface FolderSelectProps {
  id?: string;
  value?: ChosenFolder | undefined;
  onChange?: (place: ChosenFolder) => void;
  /** Whether a place can be selected; publishing cabinets never can, as only their own flows write to them. */
  fits: (node: TreeNode) => boolean;
  /** The offered areas; all by default. */
  among?: readonly number[];
  /** A folder that the tree is open at. */
  openAt?: string | undefined;
  isWrong?: boolean;
  /** The id of the error text. */
  note?: string;
}

const nodesOf = (list: TreeNode[], pId: string): Node[] =>
  list.map((node) => ({
    id: node.id,
    value: node.id,
    title: node.name,
    pId,
    isLeaf: !node.hasChildren || node.publishing === true,
    node,
  }));

const childrenOf = (input: { parentId?: string; moduleType?: number }) => call(library.tree, input, { quiet: true });

/** Selects a cabinet or folder; children are loaded when a node is expanded. */
export function FolderSelect({ id, value, onChange, fits, among = areas, openAt, isWrong = false, note }: FolderSelectProps): ReactNode {
  const t = useText('documents.library');
  const [nodes, setNodes] = useState<Node[]>([]);
  const [expanded, setExpanded] = useState<string[]>([]);
  const areaKey = among.join();
  useEffect(() => {
    let wanted = true;
    const show = async (): Promise<void> => {
      const lists = await Promise.all(areaKey.split(',').map((area) => childrenOf({ moduleType: Number(area) })));
      if (wanted) setNodes(lists.flatMap((list) => nodesOf(list, '')));
      const path = openAt === undefined ? [] : (await call(library.ancestors, { id: openAt }, { quiet: true })).map((folder) => folder.id);
      const inside = await Promise.all(path.map(async (parentId) => nodesOf(await childrenOf({ parentId }), parentId)));
      if (!wanted || path.length === 0) return;
      setNodes((before) => [...before.filter((one) => !path.includes(one.pId)), ...inside.flat()]);
      setExpanded(path);
    };
    void show().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [areaKey, openAt]);
  const load: TreeSelectProps['loadData'] = async (node) => {
    const parentId = String(node.value);
    const list = await childrenOf({ parentId });
    setNodes((before) => [...before.filter((one) => one.pId !== parentId), ...nodesOf(list, parentId)]);
  };
  return (
    <TreeSelect<{ value: string; label: ReactNode }>
      {...(id !== undefined && { id })}
      {...(isWrong && { status: 'error', 'aria-invalid': true, 'aria-describedby': note })}
      labelInValue
      {...(value !== undefined && { value: { value: value.id, label: value.name } })}
      onChange={({ value: chosen }) => {
        const node = nodes.find((one) => one.value === chosen)?.node;
        if (node !== undefined) onChange?.({ id: node.id, name: node.name, moduleType: node.moduleType });
      }}
      treeDataSimpleMode
      treeData={nodes.map(({ node, ...one }) => ({ ...one, disabled: node.publishing === true || !fits(node) }))}
      loadData={load}
      treeExpandedKeys={expanded}
      onTreeExpand={(keys) => setExpanded(keys.map(String))}
      notFoundContent={<Text tone="muted">{t('noOpenFolder')}</Text>}
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={t('choosePlace')}
      style={{ width: '100%' }}
    />
  );
}
