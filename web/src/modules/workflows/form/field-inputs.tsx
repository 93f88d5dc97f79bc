import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import { attachments, maxFlowAttachments } from '@dossier/contract/documents/attachments';
import type { Principal } from '@dossier/contract/identity/users';
import { type FieldProblem, type FlowField, flowFieldLimits } from '@dossier/contract/workflows/flow-fields';
import { Button, Checkbox, DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { Field, FileRow } from '../../../platform/ui/page-parts.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';
import { PrincipalsField } from '../../access/principals-field.tsx';
import designer from '../designer/designer.module.css';
import { DocumentSelect } from './documents-field.tsx';
import { type FormValue, type FormValues, fieldId } from './field-values.ts';

/** The attachments of the flow, which fields for files take their values from. */
export interface FieldFiles {
  flowId: string | undefined;
  title: string;
  /** Keeps a new flow, so that it can get attachments; answers its id. */
  keep: () => Promise<string>;
  /** The field that the files on their way are for. */
  asking: string | undefined;
  setAsking: (field: string) => void;
}

interface FieldsProps {
  fields: readonly FlowField[];
  values: FormValues;
  change: (values: FormValues) => void;
  problems?: ReadonlyMap<string, FieldProblem>;
  /** Without it a file is only said to be there: in a test. */
  files?: FieldFiles;
}

/** The fields that a template adds to its form. */
export function TemplateFormFields({ fields, values, change, problems, files }: FieldsProps): ReactNode {
  return fields.map((field) => (
    <TemplateFormField
      key={field.id}
      field={field}
      value={values[field.id] ?? []}
      change={(value) => change({ ...values, [field.id]: value })}
      problem={problems?.get(field.id)}
      files={files}
    />
  ));
}

interface InputProps {
  field: FlowField;
  value: readonly FormValue[];
  change: (value: readonly FormValue[]) => void;
}

interface FormFieldProps extends InputProps {
  problem: FieldProblem | undefined;
  files: FieldFiles | undefined;
}

const ownLabels = new Set<FlowField['kind']>(['person', 'department', 'document', 'file']);

function TemplateFormField({ field, problem, files, ...props }: FormFieldProps): ReactNode {
  const t = useText('designer');
  const id = fieldId(field.id);
  const note = `${id}-note`;
  const said =
    problem && t(`fieldProblem_${problem}`, { minimum: field.minimum ?? '', maximum: field.maximum ?? '', count: field.decimals });
  return (
    <div id={id}>
      <Field
        label={field.name || t('unnamedField')}
        {...(!ownLabels.has(field.kind) && { htmlFor: `${id}-input` })}
        required={field.required}
        hint={field.hint}
        error={said}
        errorId={note}
      >
        <FieldInput field={field} {...props} files={files} id={`${id}-input`} wrong={problem === undefined ? undefined : note} />
      </Field>
    </div>
  );
}

interface FieldInputProps extends InputProps {
  id: string;
  /** The id of what is wrong. */
  wrong: string | undefined;
  files: FieldFiles | undefined;
}

const asText = (value: string): FormValue[] => (value === '' ? [] : [{ value, name: value }]);

function FieldInput({ field, value, change, id, wrong, files }: FieldInputProps): ReactNode {
  const state = { ...(wrong !== undefined && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': wrong }) };
  const text = value[0]?.value ?? '';
  const terms = { id, 'aria-required': field.required, ...state };
  switch (field.kind) {
    case 'text':
      return field.long ? (
        <Input.TextArea
          {...terms}
          value={text}
          maxLength={flowFieldLimits.text}
          autoSize={{ minRows: 2, maxRows: 10 }}
          onChange={({ target }) => change(asText(target.value))}
        />
      ) : (
        <Input
          {...terms}
          value={text}
          maxLength={flowFieldLimits.text}
          autoComplete="off"
          onChange={({ target }) => change(asText(target.value))}
        />
      );
    case 'number':
      return (
        <NumberInput<string>
          className={designer.number ?? ''}
          {...terms}
          stringMode
          value={text === '' ? null : text}
          onChange={(next) => change(asText(next ?? ''))}
        />
      );
    case 'date':
      return (
        <DatePicker
          {...terms}
          value={text === '' ? null : dayjs(text)}
          onChange={(day) => change(asText(day?.format('YYYY-MM-DD') ?? ''))}
        />
      );
    case 'choice':
      return <ChoiceInput terms={terms} field={field} value={value} change={change} />;
    case 'person':
      return <PrincipalInput type="user" field={field} value={value} change={change} />;
    case 'department':
      return <PrincipalInput type="department" field={field} value={value} change={change} />;
    case 'document':
      return <DocumentsInput field={field} value={value} change={change} />;
    case 'file':
      return files === undefined ? (
        <FileSample field={field} value={value} change={change} />
      ) : (
        <FilesInput field={field} value={value} change={change} files={files} />
      );
  }
}

function ChoiceInput({ terms, field, value, change }: InputProps & { terms: { id: string } }): ReactNode {
  const options = field.options.map((option) => ({ value: option, label: option }));
  const chosen = value.map((one) => one.value);
  const take = (list: readonly string[]): void => change(list.map((one) => ({ value: one, name: one })));
  return field.multiple ? (
    <Select mode="multiple" {...terms} allowClear value={chosen} options={options} onChange={take} />
  ) : (
    <Select<string>
      {...terms}
      allowClear
      {...(chosen[0] !== undefined && { value: chosen[0] })}
      options={options}
      onChange={(next: string | undefined) => take(next === undefined ? [] : [next])}
    />
  );
}

function PrincipalInput({ type, field, value, change }: InputProps & { type: 'user' | 'department' }): ReactNode {
  const chosen = value.map((one): Principal => ({ type, id: one.value, name: one.name }));
  const take = (list: readonly Principal[]): void => change(list.map((one) => ({ value: one.id, name: one.name })));
  return field.multiple ? (
    <PrincipalsField label={field.name} type={type} value={chosen} onChange={take} />
  ) : (
    <Row>
      <PrincipalSelect
        label={field.name}
        isLabeled
        type={type}
        value={chosen[0]}
        onChange={(one) => take(one === undefined ? [] : [one])}
      />
    </Row>
  );
}

/** Something that has been chosen, with the button that takes it out. */
function ChosenFile({ one, remove }: { one: FormValue; remove: () => void }): ReactNode {
  const t = useText('workflows');
  const label = t('removeNamed', { name: one.name });
  return (
    <FileRow>
      <FileIcon objType={objType.document} {...(one.ext && { ext: one.ext })} />
      <span title={one.name}>{one.name}</span>
      <Button type="text" size="small" icon={<CloseOutlined />} aria-label={label} title={label} onClick={remove} />
    </FileRow>
  );
}

function DocumentsInput({ field, value, change }: InputProps): ReactNode {
  const isFull = value.length >= (field.multiple ? flowFieldLimits.values : 1);
  return (
    <>
      {!isFull && (
        <DocumentSelect
          known={value.map((one) => ({ id: one.value, name: one.name, ext: one.ext ?? '' }))}
          label={field.name}
          add={({ id, name, ext }) => change([...value, { value: id, name, ext }])}
        />
      )}
      {value.length > 0 && (
        <Stack as="ul">
          {value.map((one) => (
            <ChosenFile key={one.value} one={one} remove={() => change(value.filter((other) => other !== one))} />
          ))}
        </Stack>
      )}
    </>
  );
}

/** In a test there is no flow that could have attachments. */
function FileSample({ field, value, change }: InputProps): ReactNode {
  const t = useText('designer');
  return (
    <Checkbox checked={value.length > 0} onChange={({ target }) => change(target.checked ? [{ value: '1', name: field.name }] : [])}>
      {t('fileSample', { name: field.name })}
    </Checkbox>
  );
}

function FilesInput({ field, value, change, files }: InputProps & { files: FieldFiles }): ReactNode {
  const t = useText('designer');
  const { flowId, title, keep, asking, setAsking } = files;
  const found = useCall(attachments.list, { flowId: flowId ?? '', pageSize: maxFlowAttachments }, { enabled: flowId !== undefined });
  const list = found.data?.list ?? [];
  const known = useRef<ReadonlySet<string>>(undefined);
  const most = field.multiple ? flowFieldLimits.values : 1;
  // what arrives after the button of this field was pressed is meant for it
  useEffect(() => {
    if (asking !== field.id || known.current === undefined || found.data === undefined) return;
    const fresh = found.data.list.filter(({ id }) => known.current?.has(id) === false);
    if (fresh.length === 0) return;
    known.current = new Set(found.data.list.map(({ id }) => id));
    change([...value, ...fresh.map(({ id, name, ext }) => ({ value: id, name, ...(ext !== undefined && { ext }) }))].slice(-most));
  }, [asking, field.id, found.data, value, change, most]);
  const pick = async (): Promise<void> => {
    known.current = new Set(list.map(({ id }) => id));
    setAsking(field.id);
    const { pickAttachments } = await import('../../documents/upload-queue.ts');
    pickAttachments(async () => ({ id: flowId ?? (await keep()), name: title, isFlow: true }));
  };
  const left = list.filter(({ id }) => value.every((one) => one.value !== id));
  return (
    <>
      <Row gap={2} wrap>
        {left.length > 0 && (
          <Select
            aria-label={t('chooseAttachment', { name: field.name })}
            placeholder={t('chooseAttachment', { name: field.name })}
            value={null}
            popupMatchSelectWidth={false}
            options={left.map(({ id, name }) => ({ value: id, label: name }))}
            onSelect={(id: string | null) => {
              const one = left.find((candidate) => candidate.id === id);
              if (one) change([...value, { value: one.id, name: one.name, ...(one.ext !== undefined && { ext: one.ext }) }].slice(-most));
            }}
          />
        )}
        <Button icon={<PlusOutlined />} onClick={() => void pick()}>
          {t('addFile')}
        </Button>
      </Row>
      {value.length > 0 && (
        <Stack as="ul">
          {value.map((one) => (
            <ChosenFile key={one.value} one={one} remove={() => change(value.filter((other) => other !== one))} />
          ))}
        </Stack>
      )}
    </>
  );
}
