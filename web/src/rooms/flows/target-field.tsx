import { CloseOutlined } from '@ant-design/icons';
import { library } from '@dossier/contract/library';
import { objType } from '@dossier/contract/rights';
import { Button, TreeSelect } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../ground/call.ts';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { useCall } from '../../ground/use-call.ts';
import { DocumentSelect } from './documents-field.tsx';
import type { Draft } from './draft.ts';
import styles from './flows.module.css';
import form from './flow-form.module.css';

interface TargetProps {
  cabinetId: string;
  value: Draft['target'];
  onChange: (value: Draft['target']) => void;
}

interface Twig {
  id: string;
  pId: string;
  value: string;
  title: string;
  isLeaf: boolean;
}

/** The folder of a publishing cabinet that something is published into. */
export function PlaceField({ cabinetId, value, onChange }: TargetProps): ReactNode {
  const t = useText('flows');
  const cabinet = useCall(library.cabinetDetail, { id: cabinetId });
  const [below, setBelow] = useState<Twig[]>([]);
  const name = cabinet.data?.name ?? '';
  const top: Twig = { id: cabinetId, pId: '0', value: cabinetId, title: name, isLeaf: false };
  const all = [top, ...below];
  const known = value !== undefined && all.every((one) => one.value !== value.id);
  const shown = known ? [...all, { id: value.id, pId: cabinetId, value: value.id, title: value.name, isLeaf: true }] : all;
  const load = async (parentId: string): Promise<void> => {
    const found = await call(library.tree, { parentId });
    const twigs = found.map((one) => ({ id: one.id, pId: parentId, value: one.id, title: one.name, isLeaf: !one.hasChildren }));
    const fresh = new Set(twigs.map((one) => one.id));
    setBelow((before) => [...before.filter((one) => !fresh.has(one.id)), ...twigs]);
  };
  return (
    <div className={form.field}>
      <span>{t('place_publish')}</span>
      <TreeSelect<string>
        treeDataSimpleMode
        aria-label={t('place_publish')}
        placeholder={t('choosePlace')}
        {...(value !== undefined && { value: value.id })}
        treeData={shown}
        treeDefaultExpandedKeys={[cabinetId]}
        loadData={(node) => load(String(node.value)).catch(() => undefined)}
        onChange={(id) => onChange({ id, name: shown.find((one) => one.value === id)?.title ?? '' })}
      />
    </div>
  );
}

/** The published document that another one takes the place of. */
export function SuccessorField({ cabinetId, value, onChange }: TargetProps): ReactNode {
  const t = useText('flows');
  return (
    <div className={form.field}>
      <span>{t('former')}</span>
      {value === undefined ? (
        <DocumentSelect known={[]} parentId={cabinetId} label={t('chooseFormer')} add={({ id, name }) => onChange({ id, name })} />
      ) : (
        <ul className={styles.documents}>
          <li>
            <FileIcon objType={objType.document} ext={value.name.split('.').at(-1) ?? ''} />
            <span title={value.name}>{value.name}</span>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('removeNamed', { name: value.name })}
              title={t('removeNamed', { name: value.name })}
              onClick={() => onChange(undefined)}
            />
          </li>
        </ul>
      )}
      <p className={styles.hint}>{t('formerHint')}</p>
    </div>
  );
}
