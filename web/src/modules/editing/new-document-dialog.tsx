import { SnippetsOutlined } from '@ant-design/icons';
import { documentTemplates } from '@dossier/contract/classification/document-templates';
import { objType } from '@dossier/contract/core/rights';
import { Form, Input, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { FormDialog } from '../../platform/ui/form-dialog.tsx';
import { Row } from '../../platform/ui/layout.tsx';
import styles from './new-document-dialog.module.css';

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
  return (
    <FormDialog<NewDocumentForm>
      title={t('newDocument')}
      ok={t('create')}
      initial={{ type, name: t('untitled') }}
      save={save}
      close={close}
    >
      <Form.Item name="type" label={t('type')}>
        <TypeChoice
          hasTemplates={templates.length > 0}
          label={t('type')}
          chosen={(value) => setChosen({ type: value, ...(template && { template }) })}
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

interface TypeChoiceProps {
  hasTemplates: boolean;
  label: string;
  chosen: (type: NewDocumentForm['type']) => void;
  /** Given by the form. */
  value?: NewDocumentForm['type'];
  onChange?: (type: NewDocumentForm['type']) => void;
}

/** The types in a grid of equal fields; templates are one of them where there are any. */
function TypeChoice({ hasTemplates, label, chosen, value, onChange }: TypeChoiceProps): ReactNode {
  const t = useText('editing.editor');
  const name = useId();
  const all: readonly NewDocumentForm['type'][] = hasTemplates ? [...types, fromTemplate] : types;
  const choose = (type: NewDocumentForm['type']): void => {
    onChange?.(type);
    chosen(type);
  };
  return (
    <div role="radiogroup" aria-label={label} className={styles.types}>
      {all.map((type) => (
        <Row as="label" key={type} gap={2} className={styles.type}>
          <input type="radio" name={name} value={type} checked={type === value} onChange={() => choose(type)} />
          {type === fromTemplate ? <SnippetsOutlined aria-hidden /> : <FileIcon objType={objType.document} ext={type} size={20} />}
          {t(type === fromTemplate ? 'fromTemplate' : type)}
        </Row>
      ))}
    </div>
  );
}
