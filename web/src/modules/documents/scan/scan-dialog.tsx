import { ArrowLeftOutlined, ArrowRightOutlined, CameraOutlined, DeleteOutlined, PictureOutlined, ScanOutlined } from '@ant-design/icons';
import { Button, Drawer, Form, Input, Spin } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { PlainButton, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Grid } from '../../../platform/ui/page-layout.tsx';
import { startUpload } from '../upload-queue.ts';
import { PageEditor } from './page-editor.tsx';
import { pdfOfPictures } from './pages-pdf.ts';
import type { ScanPage } from './scan-picture.ts';
import styles from './scan.module.css';
import { usePictureUrl } from './use-picture-url.ts';
import { type ScanPages, mostPages, useScanPages } from './use-scan-pages.ts';

interface ScanDialogProps {
  target: { id: string; name: string };
  close: () => void;
}

/** What no system has in names of files. */
const forbidden = /[\\/:*?"<>|\u0000-\u001f]/g;

/** Photographs pages and uploads them as one PDF. It is made here: the pictures leave the device as that only. */
export function ScanDialog({ target, close }: ScanDialogProps): ReactNode {
  const t = useText('documents.scan');
  const [open, setOpen] = useState(true);
  const scan = useScanPages();
  const { pages } = scan;
  const [edited, setEdited] = useState<number>();
  const [name, setName] = useState(() => t('fileName', { time: dayjs().format('YYYY-MM-DD HH-mm') }));
  const page = pages.find(({ id }) => id === edited);
  const back = (): void => setEdited(undefined);
  const remove = (id: number): void => {
    back();
    scan.remove(id);
  };
  useUnloadWarning(pages.length > 0 && open);
  const leave = async (): Promise<void> => {
    if (page !== undefined) return back();
    const question = { title: t('discardQuestion', { count: pages.length }), ok: t('discard'), danger: true };
    if (pages.length === 0 || (await confirm(question))) setOpen(false);
  };
  const save = async (): Promise<void> => {
    const title = name.replaceAll(forbidden, '-').trim() || t('scan');
    const pictures = pages.map(({ result }) => result);
    const file = new File([pdfOfPictures(pictures, title)], `${title}.pdf`, { type: 'application/pdf' });
    const ids = await startUpload([{ file, folderPath: '' }], target);
    if (ids.length > 0) setOpen(false);
  };
  return (
    <Drawer
      open={open}
      placement="bottom"
      size="100%"
      title={page === undefined ? t('scanTo', { folder: target.name }) : t('page', { n: pages.indexOf(page) + 1, all: pages.length })}
      onClose={() => void leave()}
      afterOpenChange={(shown) => !shown && close()}
      classNames={{ body: styles.body ?? '' }}
      footer={page === undefined && <Foot scan={scan} save={save} />}
    >
      {page === undefined ? (
        <PageList scan={scan} name={name} setName={setName} edit={setEdited} remove={remove} />
      ) : (
        <PageEditor page={page} change={scan.replace} remove={() => remove(page.id)} done={back} />
      )}
    </Drawer>
  );
}

/** What adds pages, and what saves them. */
function Foot({ scan, save }: { scan: ScanPages; save: () => Promise<void> }): ReactNode {
  const t = useText('documents.scan');
  const [busy, setBusy] = useState(false);
  const { pages, adding, isEmpty, isFull, add } = scan;
  const send = (): void => {
    setBusy(true);
    // `startUpload` has shown the reason
    void save()
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <Row gap={2} wrap justify="between">
      <PictureButtons add={add} isFirst={isEmpty} disabled={isFull} />
      {!isEmpty && (
        <Button size="large" type="primary" loading={busy} disabled={pages.length === 0 || adding > 0} onClick={send}>
          {t('save', { count: pages.length })}
        </Button>
      )}
    </Row>
  );
}

interface PageListProps {
  scan: ScanPages;
  name: string;
  setName: (name: string) => void;
  edit: (id: number) => void;
  remove: (id: number) => void;
}

/** The name of the scan and its pages, or what to do where there are none. */
function PageList({ scan, name, setName, edit, remove }: PageListProps): ReactNode {
  const t = useText('documents.scan');
  const id = useId();
  const { pages, adding, failed } = scan;
  return (
    <Stack gap={4} grow>
      {failed.length > 0 && (
        <Text as="p" tone="danger" role="alert">
          {t('unreadable', { count: failed.length, names: failed.join(', ') })}
        </Text>
      )}
      {scan.isFull && (
        <Text as="p" tone="warn" role="status">
          {t('full', { count: mostPages })}
        </Text>
      )}
      {scan.isEmpty && <Empty icon={<ScanOutlined />} title={t('noPages')} hint={t('noPagesHint')} />}
      {!scan.isEmpty && (
        <>
          <Form layout="vertical">
            <Form.Item label={t('name')} htmlFor={id} className={styles.name ?? ''}>
              <Input id={id} size="large" value={name} maxLength={100} suffix=".pdf" onChange={({ target }) => setName(target.value)} />
            </Form.Item>
          </Form>
          <Grid min={140} gap={3} as="ol" aria-label={t('pages')}>
            {pages.map((page) => (
              <PageCard key={page.id} page={page} scan={scan} edit={() => edit(page.id)} remove={() => remove(page.id)} />
            ))}
            {adding > 0 && (
              <Stack as="li" align="center" justify="center" className={styles.waiting} role="status" aria-label={t('reading')}>
                <Spin />
              </Stack>
            )}
          </Grid>
        </>
      )}
    </Stack>
  );
}

interface PictureButtonsProps {
  add: (files: readonly File[]) => Promise<void>;
  /** No page is there: the camera is what is wanted. */
  isFirst: boolean;
  disabled: boolean;
}

/** The camera of the device, and the pictures on it: what remains where the camera may not be used. */
function PictureButtons({ add, isFirst, disabled }: PictureButtonsProps): ReactNode {
  const t = useText('documents.scan');
  const camera = useRef<HTMLInputElement>(null);
  const album = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // allowed for a moment after the press that opened this
    camera.current?.click();
  }, []);
  const take = (input: HTMLInputElement): void => {
    const files = [...(input.files ?? [])];
    // the same picture can be chosen again
    input.value = '';
    void add(files);
  };
  const input = { type: 'file', accept: 'image/*', hidden: true } as const;
  return (
    <Row gap={2}>
      <input {...input} ref={camera} capture="environment" data-scan="camera" onChange={(event) => take(event.currentTarget)} />
      <input {...input} ref={album} multiple data-scan="album" onChange={(event) => take(event.currentTarget)} />
      <Button
        size="large"
        {...(isFirst && { type: 'primary' })}
        icon={<CameraOutlined />}
        disabled={disabled}
        onClick={() => camera.current?.click()}
      >
        {t(isFirst ? 'takePhoto' : 'addPage')}
      </Button>
      <Button
        size="large"
        icon={<PictureOutlined />}
        disabled={disabled}
        aria-label={t('choosePictures')}
        title={t('choosePictures')}
        onClick={() => album.current?.click()}
      >
        {isFirst && t('choosePictures')}
      </Button>
    </Row>
  );
}

interface PageCardProps {
  page: ScanPage;
  scan: ScanPages;
  edit: () => void;
  remove: () => void;
}

/** A page among the others: pressing it opens it, and below it are its place and its removal. */
function PageCard({ page, scan, edit, remove }: PageCardProps): ReactNode {
  const t = useText('documents.scan');
  const url = usePictureUrl(page.result.jpeg);
  const at = scan.pages.indexOf(page);
  const n = at + 1;
  return (
    <Stack as="li" className={styles.card}>
      <PlainButton className={styles.thumb} aria-label={t('editPage', { n })} onClick={edit}>
        <img src={url} alt="" className={styles.picture} />
        <Text size="s" numeric className={styles.number} aria-hidden="true">
          {n}
        </Text>
      </PlainButton>
      <Row justify="between">
        <Button
          type="text"
          size="large"
          icon={<ArrowLeftOutlined />}
          aria-label={t('moveEarlier', { n })}
          disabled={at === 0}
          onClick={() => scan.move(page, at - 1)}
        />
        <Button type="text" size="large" icon={<DeleteOutlined />} aria-label={t('removePage', { n })} onClick={remove} />
        <Button
          type="text"
          size="large"
          icon={<ArrowRightOutlined />}
          aria-label={t('moveLater', { n })}
          disabled={n === scan.pages.length}
          onClick={() => scan.move(page, at + 1)}
        />
      </Row>
    </Stack>
  );
}

/** The browser asks before pages that are not uploaded are lost. */
function useUnloadWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [active]);
}
