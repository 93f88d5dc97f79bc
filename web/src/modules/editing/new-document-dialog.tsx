import { documentTemplates } from '@dossier/contract/classification/document-templates';
import { objType } from '@dossier/contract/core/rights';
import { Form, Input, Radio, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { FormDialog } from '../../platform/ui/form-dialog.tsx';
import { Row } from '../../platform/ui/layout.tsx';

/** The types that can be created empty, by extension. */
const types = ['md', 'docx', 'xlsx', 'pptx', 'excalidraw', 'txt', 'csv', 'html'] as const;
type NewType = (typeof types)[number];
const fromTemplate = 'template';

/** What is created: an empty document, or one from a template. */
export interface NewDocument {
  name: string;
  templateId?: string;
}

interface NewDocumentForm {
  type: NewType | typeof fromTemplate;
  template?: string;
  name: string;
}

/** Asks for type and name of a new document; a name with an extension of its own keeps that. */
export function NewDocumentDialog({ create, close }: { create: (document: NewDocument) => Promise<void>; close: () => void }): ReactNode {
  const t = useText('editing.editor');
  const p = useText('platform');
  const [{ type, template }, setChosen] = useState<Pick<NewDocumentForm, 'type' | 'template'>>({ type: 'md' });
  const { data: templates = [] } = useCall(documentTemplates.choices, {}, { staleTime: 60_000 });
  const ext = type === fromTemplate ? (templates.find(({ id }) => id === template)?.ext ?? '') : type;
  const save = ({ name, template: templateId }: NewDocumentForm): Promise<void> => {
    const typed = name.trim();
    const full = ext === '' || typed.toLowerCase().endsWith(`.${ext}`) ? typed : `${typed}.${ext}`;
    return create({ name: full, ...(type === fromTemplate && templateId !== undefined && { templateId }) });
  };
  const options: { value: NewDocumentForm['type']; label: string }[] = types.map((value) => ({ value, label: t(value) }));
  if (templates.length > 0) options.push({ value: fromTemplate, label: t('fromTemplate') });
  return (
    <FormDialog<NewDocumentForm>
      title={t('newDocument')}
      ok={t('create')}
      initial={{ type, name: t('untitled') }}
      save={save}
      close={close}
    >
      <Form.Item name="type" label={t('type')}>
        <Radio.Group
          options={options}
          onChange={(event) => setChosen({ type: event.target.value as NewDocumentForm['type'], ...(template && { template }) })}
        />
      </Form.Item>
      {type === fromTemplate && (
        <Form.Item name="template" label={t('template')} rules={[{ required: true, message: t('templateNeeded') }]}>
          <Select
            showSearch={{ optionFilterProp: 'title' }}
            placeholder={t('chooseTemplate')}
            options={templates.map(({ id, name, ext: extension, description }) => ({
              value: id,
              title: [name, description].filter((words) => words !== '').join(': '),
              label: (
                <Row gap={2}>
                  <FileIcon objType={objType.document} ext={extension} size={16} />
                  {name}
                </Row>
              ),
            }))}
            onChange={(id: string) => setChosen({ type, template: id })}
          />
        </Form.Item>
      )}
      <Form.Item name="name" label={p('name')} rules={[{ required: true, whitespace: true, message: p('nameNeeded') }]}>
        <Input maxLength={100} suffix={<span>{ext && `.${ext}`}</span>} onFocus={(event) => event.target.select()} />
      </Form.Item>
    </FormDialog>
  );
}
