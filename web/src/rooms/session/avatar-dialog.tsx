import { PictureOutlined } from '@ant-design/icons';
import { pictures, session } from '@dossier/contract/session';
import { Button, Modal, Upload } from 'antd';
import { type ReactNode, useState } from 'react';
import { CallError, sendFile } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { refresh } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { Avatar } from '../../ground/ui/avatar.tsx';
import styles from './avatar.module.css';
import { type Crop, middle } from './crop.ts';
import { CropStage, drawCut } from './crop-stage.tsx';
import { useCurrentUser } from './current-user.ts';

/** Chooses a picture, crops it to a square and keeps it. */
export function AvatarDialog({ close }: { close: () => void }): ReactNode {
  const t = useText('session');
  const [open, setOpen] = useState(true);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [crop, setCrop] = useState<Crop>(middle);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const choose = async (file: Blob): Promise<void> => {
    setWrong(undefined);
    if (file.size > pictures.largestSource) return setWrong(t('avatarTooLarge'));
    const read = await createImageBitmap(file).catch(() => undefined);
    if (read === undefined) return setWrong(t('avatarUnreadable'));
    setCrop(middle);
    setPicture(read);
  };
  const save = async (): Promise<void> => {
    if (picture === undefined) return;
    setBusy(true);
    const failed = await keep(picture, crop);
    setBusy(false);
    if (failed !== undefined) return setWrong(failed);
    notice.success(t('avatarSaved'));
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('setAvatar')}
      width={380}
      okText={t('avatarSave')}
      okButtonProps={{ disabled: picture === undefined }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      {picture ? <CropStage picture={picture} crop={crop} change={setCrop} /> : <Present />}
      <p className={styles.wrong} role="alert">
        {wrong}
      </p>
      <Choose again={picture !== undefined} choose={(file) => void choose(file)} />
    </Modal>
  );
}

function Choose({ again, choose }: { again: boolean; choose: (file: Blob) => void }): ReactNode {
  const t = useText('session');
  const take = (file: Blob): false => {
    choose(file);
    return false;
  };
  return (
    <Upload accept="image/png,image/jpeg,image/webp,image/gif" showUploadList={false} beforeUpload={take}>
      <Button icon={<PictureOutlined />}>{t(again ? 'avatarOther' : 'avatarChoose')}</Button>
    </Upload>
  );
}

/** The picture as it is now, before another one is chosen. */
function Present(): ReactNode {
  const t = useText('session');
  const user = useCurrentUser();
  return (
    <div className={styles.present}>
      <Avatar name={user.fullName} url={user.avatarUrl} size={120} />
      <p className={styles.hint}>{t('avatarChooseHint')}</p>
    </div>
  );
}

/** Sends what stands in the window; answers what was wrong. */
async function keep(picture: ImageBitmap, crop: Crop): Promise<string | undefined> {
  const canvas = Object.assign(document.createElement('canvas'), { width: pictures.side, height: pictures.side });
  drawCut(canvas, picture, crop);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) return undefined;
  try {
    await sendFile(pictures.put, blob, 'avatar.png');
    await refresh(session.current);
    return undefined;
  } catch (error) {
    if (error instanceof CallError) return error.message;
    throw error;
  }
}
