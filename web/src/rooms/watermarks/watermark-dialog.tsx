import { watermarks } from '@dossier/contract/watermarks';
import { Form, Input, Modal } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { DesignFields } from './design-fields.tsx';
import { RuleFields } from './rule-fields.tsx';
import { SamplePage } from './sample-page.tsx';
import { designOf, type Said, saidOf } from './said.ts';
import { nameOf, type Watermark } from './watermark-words.ts';
import styles from './watermarks.module.css';

interface WatermarkDialogProps {
  watermark: Watermark | undefined;
  close: () => void;
}

/** A watermark: what it says and how, where and for whom, beside a page as the server draws it. */
export function WatermarkDialog({ watermark, close }: WatermarkDialogProps): ReactNode {
  const t = useText('watermarks');
  const phone = useMedia('phone');
  const id = useId();
  const [open, setOpen] = useState(true);
  const [form] = Form.useForm<Said>();
  const said = Form.useWatch<Said | undefined>([], form);
  const { save, isPending } = useSave(watermark, () => setOpen(false));
  return (
    <Modal
      open={open}
      title={watermark ? t('editTitle', { name: nameOf(t, watermark) }) : t('newWatermark')}
      width={phone ? '100%' : 980}
      okText={watermark ? t('save') : t('create')}
      confirmLoading={isPending}
      okButtonProps={{ htmlType: 'submit', form: id }}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <div className={styles.editor}>
        <Form<Said>
          form={form}
          id={id}
          layout="vertical"
          requiredMark={false}
          initialValues={saidOf(watermark)}
          onFinish={(values) => void save(values)}
        >
          <Form.Item
            name="name"
            label={t('name')}
            rules={watermark?.builtIn ? [] : [{ required: true, whitespace: true, message: t('nameNeeded') }]}
          >
            <Input maxLength={100} autoComplete="off" autoFocus={!watermark} {...(watermark?.builtIn && { placeholder: t('builtIn') })} />
          </Form.Item>
          <DesignFields form={form} />
          <RuleFields watermark={watermark} />
        </Form>
        <SamplePage design={designOf(said?.place === undefined ? saidOf(watermark) : said)} />
      </div>
    </Modal>
  );
}

/** Writes what the form says, and stays where that is refused. */
function useSave(watermark: Watermark | undefined, done: () => void): { save: (values: Said) => Promise<void>; isPending: boolean } {
  const refreshed = { refresh: [watermarks.list] };
  const [create, update] = [useSend(watermarks.create, refreshed), useSend(watermarks.update, refreshed)];
  const save = async (values: Said): Promise<void> => {
    const { name = '', areas, cabinetIds, uses, holders } = values;
    const rule = { areas, cabinetIds, uses, holders };
    const given = name.trim() === '' ? {} : { name: name.trim() };
    try {
      if (watermark) await update.mutateAsync({ id: watermark.id, design: designOf(values), rule, ...given });
      else await create.mutateAsync({ name: name.trim(), design: designOf(values), ...rule });
      done();
    } catch {
      // `call` has said why.
    }
  };
  return { save, isPending: create.isPending || update.isPending };
}
