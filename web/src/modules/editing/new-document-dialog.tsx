import { Form, Input, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { FormDialog } from '../../platform/ui/form-dialog.tsx';

/** The types that can be created, by extension. */
const types = ['md', 'docx', 'xlsx', 'txt', 'csv', 'html'] as const;
type NewType = (typeof types)[number];

interface NewDocument {
  type: NewType;
  name: string;
}

/** Asks for type and name of a new document; a name with an extension of its own keeps that. */
export function NewDocumentDialog({ create, close }: { create: (name: string) => Promise<void>; close: () => void }): ReactNode {
  const t = useText('editing.editor');
  const p = useText('platform');
  const [type, setType] = useState<NewType>('md');
  const save = ({ name }: NewDocument): Promise<void> => {
    const typed = name.trim();
    return create(typed.toLowerCase().endsWith(`.${type}`) ? typed : `${typed}.${type}`);
  };
  return (
    <FormDialog<NewDocument> title={t('newDocument')} ok={t('create')} initial={{ type, name: t('untitled') }} save={save} close={close}>
      <Form.Item name="type" label={t('type')}>
        <Radio.Group
          options={types.map((value) => ({ value, label: t(value) }))}
          onChange={(event) => setType(event.target.value as NewType)}
        />
      </Form.Item>
      <Form.Item name="name" label={p('name')} rules={[{ required: true, whitespace: true, message: p('nameNeeded') }]}>
        <Input maxLength={100} suffix={`.${type}`} onFocus={(event) => event.target.select()} />
      </Form.Item>
    </FormDialog>
  );
}
