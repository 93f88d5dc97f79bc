import { BorderOuterOutlined, DeleteOutlined, RotateRightOutlined } from '@ant-design/icons';
import { Button, Segmented, Spin } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { CornerEditor } from './corner-editor.tsx';
import type { Look } from './page-pixels.ts';
import { type ScanPage, changePage, turnPage } from './scan-picture.ts';
import styles from './scan.module.css';
import { usePictureUrl } from './use-picture-url.ts';

interface PageEditorProps {
  page: ScanPage;
  change: (page: ScanPage) => void;
  remove: () => void;
  done: () => void;
}

const looks = ['document', 'mono', 'photo'] as const;

/** One page of a scan, large: turned, cropped, and made to look like paper. */
export function PageEditor({ page, change, remove, done }: PageEditorProps): ReactNode {
  const t = useText('documents.scan');
  const url = usePictureUrl(page.result.jpeg);
  const [isCropping, setCropping] = useState(false);
  const [busy, setBusy] = useState(false);
  const apply = (make: Promise<ScanPage>): void => {
    setBusy(true);
    void make.then(change, () => notice.error(t('noMemory'))).finally(() => setBusy(false));
  };
  if (isCropping) {
    const crop = (corners: ScanPage['corners']): void => {
      setCropping(false);
      apply(changePage(page, { corners }));
    };
    return <CornerEditor picture={page.source.jpeg} corners={page.corners} apply={crop} cancel={() => setCropping(false)} />;
  }
  return (
    <Stack grow gap={3}>
      <Stack grow align="center" justify="center" className={styles.stage}>
        <img src={url} alt={t('preview')} className={styles.picture} />
        {busy && (
          <Stack cover align="center" justify="center" role="status" aria-label={t('reading')}>
            <Spin />
          </Stack>
        )}
      </Stack>
      <Segmented<Look>
        size="large"
        className={styles.looks ?? ''}
        value={page.look}
        disabled={busy}
        aria-label={t('look')}
        options={looks.map((value) => ({ value, label: t(value) }))}
        onChange={(look) => apply(changePage(page, { look }))}
      />
      <Row gap={2} justify="between">
        <Row gap={1}>
          <Tool icon={<BorderOuterOutlined />} label={t('crop')} disabled={busy} run={() => setCropping(true)} />
          <Tool icon={<RotateRightOutlined />} label={t('turn')} disabled={busy} run={() => apply(turnPage(page))} />
          <Tool icon={<DeleteOutlined />} label={t('remove')} disabled={busy} run={remove} />
        </Row>
        <Button size="large" type="primary" disabled={busy} onClick={done}>
          {t('done')}
        </Button>
      </Row>
    </Stack>
  );
}

interface ToolProps {
  icon: ReactNode;
  label: string;
  disabled: boolean;
  run: () => void;
}

const Tool = ({ icon, label, disabled, run }: ToolProps): ReactNode => (
  <Button size="large" icon={icon} aria-label={label} title={label} disabled={disabled} onClick={run} />
);
