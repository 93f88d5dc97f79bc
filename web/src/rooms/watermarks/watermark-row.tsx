import { DeleteOutlined, HolderOutlined } from '@ant-design/icons';
import { watermarks } from '@dossier/contract/watermarks';
import { Button, Switch, Tag } from 'antd';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { openWatermark } from './open-watermark.tsx';
import { nameOf, ruleOf, saysOf, type Watermark } from './watermark-words.ts';
import styles from './watermarks.module.css';

interface WatermarkRowProps {
  watermark: Watermark;
  place: number;
  of: number;
  /** By so many places. */
  move: (by: number) => void;
  drag: { begin: () => void; end: () => void };
}

/** One watermark: what it says and where, whether it is on, and a handle to put it elsewhere. */
export function WatermarkRow({ watermark, place, of, move, drag }: WatermarkRowProps): ReactNode {
  const t = useText('watermarks');
  const update = useSend(watermarks.update, { refresh: [watermarks.list] });
  const { id, enabled, builtIn, design } = watermark;
  const name = nameOf(t, watermark);
  return (
    <>
      <Handle name={name} place={place} of={of} move={move} drag={drag} />
      <button type="button" className={styles.what} onClick={() => openWatermark(watermark)} aria-label={t('edit', { name })}>
        <strong>
          {name} {builtIn && <Tag>{t('ofTheHouse')}</Tag>}
        </strong>
        <span className={styles.says}>
          <i className={styles.dot} style={{ background: design.colour }} aria-hidden />
          {saysOf(t, design)}
        </span>
        <span>{ruleOf(t, watermark)}</span>
      </button>
      <Switch
        size="small"
        checked={enabled}
        loading={update.isPending}
        aria-label={t('on', { name })}
        onChange={(next) => void update.mutateAsync({ id, enabled: next }).catch(() => undefined)}
      />
      {builtIn ? <span className={styles.gap} /> : <DeleteButton watermark={watermark} name={name} />}
    </>
  );
}

/** Takes a watermark by hand or by key. */
function Handle({ name, place, of, move, drag }: Omit<WatermarkRowProps, 'watermark'> & { name: string }): ReactNode {
  const t = useText('watermarks');
  const byKey = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1, Home: -of, End: of }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  const take = (event: DragEvent): void => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', name);
    drag.begin();
  };
  return (
    <button
      type="button"
      className={styles.handle}
      draggable
      onDragStart={take}
      onDragEnd={drag.end}
      onKeyDown={byKey}
      aria-label={t('place', { name, n: place, of })}
      title={t('moveHint')}
    >
      <HolderOutlined />
      <span aria-hidden>{place}</span>
    </button>
  );
}

function DeleteButton({ watermark, name }: { watermark: Watermark; name: string }): ReactNode {
  const t = useText('watermarks');
  const remove = useSend(watermarks.delete, { refresh: [watermarks.list] });
  const ask = async (): Promise<void> => {
    const yes = await confirm({ title: t('deleteAsk', { name }), text: t('deleteText'), ok: t('delete'), danger: true });
    if (!yes) return;
    await remove.mutateAsync({ id: watermark.id }).then(
      () => notice.success(t('deleted', { name })),
      () => undefined,
    );
  };
  const label = t('deleteNamed', { name });
  return (
    <Button
      type="text"
      danger
      icon={<DeleteOutlined />}
      aria-label={label}
      title={label}
      loading={remove.isPending}
      onClick={() => void ask()}
    />
  );
}
