import { useDelayed } from '../../../platform/ui/hooks.ts';
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { watermarks } from '@dossier/contract/preview/watermarks';
import { Button, Skeleton, Switch, Tag } from 'antd';
import { type DragEvent, type ReactNode, Suspense, lazy, useRef, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { DragHandle } from '../../../platform/ui/drag-handle.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, PlainButton, Row, Stack, Text, VisuallyHidden } from '../../../platform/ui/layout.tsx';
import { Page, Toolbar } from '../../../platform/ui/page-layout.tsx';
import { type Watermark, contentOf, nameOf, ruleOf } from './watermark-text.ts';
import { Swatch } from '../viewer-parts.tsx';
import styles from './watermarks.module.css';

const WatermarkDialog = lazy(() => import('./watermark-dialog.tsx').then((m) => ({ default: m.WatermarkDialog })));

/** Creates or edits a watermark. */
function openWatermark(watermark?: Watermark): void {
  openDialog((close) => (
    <Suspense>
      <WatermarkDialog watermark={watermark} close={close} />
    </Suspense>
  ));
}

interface WatermarkOrder {
  list: readonly Watermark[];
  /** Moves one to a position counted from 0. */
  move: (id: string, to: number) => void;
  /** The last move, for screen readers. */
  said: string;
}

/** The order of watermarks, updated before the server has stored it. */
function useWatermarkOrder(list: readonly Watermark[]): WatermarkOrder {
  const t = useText('preview.watermarks');
  const sort = useCallMutation(watermarks.sort, { refresh: [watermarks.list] });
  const [placed, setPlaced] = useState<readonly string[]>();
  const [said, setSaid] = useState('');
  const latest = useRef(0);
  const shown = placed === undefined ? list : list.toSorted((a, b) => placed.indexOf(a.id) - placed.indexOf(b.id));
  const send = (ids: readonly string[], back?: readonly string[]): void => {
    const turn = ++latest.current;
    setPlaced(ids);
    sort
      .mutateAsync({ ids: [...ids] })
      .then(() => back && notice.undo(t('sorted'), { label: t('undo'), run: () => send(back) }))
      // `call` has shown the reason; the order is restored
      .catch(() => undefined)
      .finally(() => turn === latest.current && setPlaced(undefined));
  };
  const move = (id: string, to: number): void => {
    const before = shown.map((one) => one.id);
    const one = shown.find((found) => found.id === id);
    const place = Math.max(0, Math.min(shown.length - 1, to));
    if (one === undefined || before[place] === id) return;
    const ids = before.filter((other) => other !== id);
    ids.splice(place, 0, id);
    setSaid(t('movedTo', { name: nameOf(t, one), count: place + 1, of: ids.length }));
    send(ids, before);
  };
  return { list: shown, move, said };
}

interface WatermarkRowProps {
  watermark: Watermark;
  place: number;
  of: number;
  /** By this number of positions. */
  move: (by: number) => void;
  drag: { begin: () => void; end: () => void };
}

/** A watermark in the list: text, rule, whether it is enabled, and a drag handle. */
function WatermarkRow({ watermark, place, of, move, drag }: WatermarkRowProps): ReactNode {
  const t = useText('preview.watermarks');
  const update = useCallMutation(watermarks.update, { refresh: [watermarks.list] });
  const { id, enabled, builtIn, design } = watermark;
  const name = nameOf(t, watermark);
  return (
    <>
      <DragHandle name={name} place={place} label={t('place', { name, count: place, of })} title={t('moveHint')} move={move} {...drag} />
      <PlainButton lit className={styles.what} onClick={() => openWatermark(watermark)} aria-label={t('edit', { name })}>
        <Text as="strong" strong>
          {name} {builtIn && <Tag>{t('ofTheHouse')}</Tag>}
        </Text>
        <Row as="span" gap={2}>
          <Swatch colour={design.colour} />
          <Text size="s">{contentOf(t, design)}</Text>
        </Row>
        <Text size="s" tone="muted">
          {ruleOf(t, watermark)}
        </Text>
      </PlainButton>
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

function DeleteButton({ watermark, name }: { watermark: Watermark; name: string }): ReactNode {
  const t = useText('preview.watermarks');
  const remove = useCallMutation(watermarks.delete, { refresh: [watermarks.list] });
  const confirmDelete = async (): Promise<void> => {
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
      onClick={() => void confirmDelete()}
    />
  );
}

/** The list of watermarks; the first that applies is drawn, so they can be reordered by dragging or keys. */
function WatermarkList({ list }: { list: readonly Watermark[] }): ReactNode {
  const t = useText('preview.watermarks');
  const order = useWatermarkOrder(list);
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  const dropOn = (id: string, at: number) => ({
    'data-over': (over === id && dragged !== undefined && dragged !== id) || undefined,
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      setOver(id);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== undefined) order.move(dragged, at);
      end();
    },
  });
  return (
    <Stack gap={2}>
      <DividedList as="ol" className={styles.list} aria-label={t('watermarks')}>
        {order.list.map((one, at) => (
          <Row
            as="li"
            key={one.id}
            gap={2}
            {...dropOn(one.id, at)}
            data-dragged={dragged === one.id || undefined}
            data-off={!one.enabled || undefined}
          >
            <WatermarkRow
              watermark={one}
              place={at + 1}
              of={order.list.length}
              move={(by) => order.move(one.id, at + by)}
              drag={{ begin: () => setDragged(one.id), end }}
            />
          </Row>
        ))}
      </DividedList>
      <Hint>{t('orderHint')}</Hint>
      <VisuallyHidden role="status">{order.said}</VisuallyHidden>
    </Stack>
  );
}

/** The watermarks of the organisation, in order of evaluation. */
export function WatermarksPage(): ReactNode {
  const t = useText('preview.watermarks');
  const found = useCall(watermarks.list, {});
  const late = useDelayed(found.isPending);
  return (
    <Page>
      <Toolbar>
        <Text as="p" tone="muted" className={styles.lead}>
          {t('lead')}
        </Text>
        <Button type="primary" icon={<PlusOutlined />} onClick={() => openWatermark()}>
          {t('newWatermark')}
        </Button>
      </Toolbar>
      {found.error && !found.data && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      {found.data ? <WatermarkList list={found.data.list} /> : late && !found.error && <Skeleton active />}
    </Page>
  );
}
