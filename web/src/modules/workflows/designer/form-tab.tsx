import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  type FlowField,
  type FlowFieldKind,
  flowFieldKinds,
  flowFieldLimits,
  multipleFieldKinds,
} from '@dossier/contract/workflows/flow-fields';
import { Button, Checkbox, Dropdown, Input, Select } from 'antd';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { DragHandle } from '../../../platform/ui/drag-handle.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Card, Heading, Row, Stack, Text, VisuallyHidden } from '../../../platform/ui/layout.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { Field } from '../../../platform/ui/page-parts.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { TemplateFormFields } from '../form/field-inputs.tsx';
import type { FormValues } from '../form/field-values.ts';
import type { DesignWords } from './design-words.ts';
import { freshId, usesOfField } from './graph-editing.ts';
import styles from './designer.module.css';
import type { DraftHistory } from './use-template-draft.ts';

const newField = (id: string, kind: FlowFieldKind): FlowField => ({
  id,
  kind,
  name: '',
  hint: '',
  required: false,
  multiple: false,
  long: false,
  options: [],
  decimals: 2,
});

interface FormTabProps {
  history: DraftHistory;
  words: DesignWords;
}

/** The order of fields, changed by dragging or keys. */
function useFieldOrder({ draft, change }: DraftHistory) {
  const t = useText('designer');
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const [said, setSaid] = useState('');
  const { fields } = draft;
  const move = (id: string, to: number): void => {
    const at = fields.findIndex((field) => field.id === id);
    const place = Math.max(0, Math.min(fields.length - 1, to));
    const field = fields[at];
    if (field === undefined || place === at) return;
    setSaid(t('fieldMoved', { name: field.name || t('unnamedField'), count: place + 1, of: fields.length }));
    change({ fields: fields.toSpliced(at, 1).toSpliced(place, 0, field) });
  };
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  const dropOn = (id: string, at: number) => ({
    'data-over': (over === id && dragged !== undefined && dragged !== id) || undefined,
    'data-dragged': dragged === id || undefined,
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      setOver(id);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== undefined) move(dragged, at);
      end();
    },
  });
  return { move, said, begin: setDragged, end, dropOn };
}

/** The fields that the form of a flow has beside title, reason and documents, and how it will look. */
export function FormTab({ history, words }: FormTabProps): ReactNode {
  const t = useText('designer');
  const { draft, change } = history;
  const { fields, graph } = draft;
  const order = useFieldOrder(history);
  const add = (kind: FlowFieldKind): void => {
    const field = newField(freshId('field', fields), kind);
    change({ fields: [...fields, field] });
    requestAnimationFrame(() => document.getElementById(nameId(field.id))?.focus());
  };
  const remove = async (field: FlowField): Promise<void> => {
    const uses = usesOfField(graph, field.id).map(({ node }) => words.titleOf(node));
    const name = field.name || t('unnamedField');
    const text = t('fieldInUse', { names: uses.join(t('listBetween')) });
    if (uses.length > 0 && !(await confirm({ title: t('removeFieldAsk', { name }), text, ok: t('remove'), danger: true }))) return;
    change({ fields: fields.filter(({ id }) => id !== field.id) });
  };
  return (
    <div className={styles.columns}>
      <Stack as="section" gap={3} aria-label={t('fields')}>
        <Heading level={2}>{t('fields')}</Heading>
        <Hint>{t('fieldsHint')}</Hint>
        <Stack as="ol" gap={3}>
          {fields.map((field, at) => (
            <li key={field.id} className={styles.field} {...order.dropOn(field.id, at)}>
              <FieldCard
                field={field}
                place={at + 1}
                of={fields.length}
                change={(changes) =>
                  change({ fields: fields.with(at, { ...field, ...changes }) }, `field ${field.id} ${Object.keys(changes).join()}`)
                }
                remove={() => void remove(field)}
                move={(by) => order.move(field.id, at + by)}
                drag={{ begin: () => order.begin(field.id), end: order.end }}
              />
            </li>
          ))}
        </Stack>
        {fields.length < flowFieldLimits.fields && (
          <Row>
            <Dropdown
              trigger={['click']}
              autoFocus
              menu={{ items: flowFieldKinds.map((kind) => ({ key: kind, label: t(`field_${kind}`), onClick: () => add(kind) })) }}
            >
              <Button icon={<PlusOutlined />}>{t('addField')}</Button>
            </Dropdown>
          </Row>
        )}
        <VisuallyHidden role="status">{order.said}</VisuallyHidden>
      </Stack>
      <Preview fields={fields} />
    </div>
  );
}

function Preview({ fields }: { fields: readonly FlowField[] }): ReactNode {
  const t = useText('designer');
  const [values, setValues] = useState<FormValues>({});
  return (
    <Stack as="section" gap={3} aria-label={t('preview')}>
      <Heading level={2}>{t('preview')}</Heading>
      {fields.length === 0 ? (
        <Hint>{t('noFields')}</Hint>
      ) : (
        <Card gap={4} className={styles.sticky}>
          <TemplateFormFields fields={fields} values={values} change={setValues} />
        </Card>
      )}
    </Stack>
  );
}

const nameId = (field: string): string => `flow-design-${field}`;

interface FieldCardProps {
  field: FlowField;
  place: number;
  of: number;
  change: (changes: Partial<FlowField>) => void;
  remove: () => void;
  move: (by: number) => void;
  drag: { begin: () => void; end: () => void };
}

function FieldCard({ field, place, of, change, remove, move, drag }: FieldCardProps): ReactNode {
  const t = useText('designer');
  const name = field.name || t('unnamedField');
  return (
    <Card gap={2} pad={3}>
      <Row gap={1}>
        <DragHandle
          name={name}
          place={place}
          label={t('fieldPlace', { name, count: place, of })}
          title={t('wayMoveHint')}
          move={move}
          {...drag}
        />
        <Stack grow>
          <Input
            id={nameId(field.id)}
            aria-label={t('fieldName')}
            placeholder={t('fieldName')}
            value={field.name}
            maxLength={50}
            autoComplete="off"
            {...(field.name.trim() === '' && { status: 'warning' as const })}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Stack>
        <Text size="s" tone="muted" nowrap>
          {t(`field_${field.kind}`)}
        </Text>
        <ToolButton label={t('removeField', { name })} icon={<DeleteOutlined />} onClick={remove} />
      </Row>
      <Input
        aria-label={t('fieldHint', { name })}
        placeholder={t('fieldHintText')}
        value={field.hint}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => change({ hint: target.value })}
      />
      {field.kind === 'choice' && <OptionsField field={field} change={change} />}
      {field.kind === 'number' && <NumberLimits field={field} change={change} />}
      <Row gap={4} wrap>
        <Checkbox checked={field.required} onChange={({ target }) => change({ required: target.checked })}>
          {t('required')}
        </Checkbox>
        {multipleFieldKinds.includes(field.kind) && (
          <Checkbox checked={field.multiple} onChange={({ target }) => change({ multiple: target.checked })}>
            {t('multiple')}
          </Checkbox>
        )}
        {field.kind === 'text' && (
          <Checkbox checked={field.long} onChange={({ target }) => change({ long: target.checked })}>
            {t('long')}
          </Checkbox>
        )}
      </Row>
    </Card>
  );
}

type PartProps = Pick<FieldCardProps, 'field' | 'change'>;

function OptionsField({ field, change }: PartProps): ReactNode {
  const t = useText('designer');
  const id = useId();
  return (
    <Field label={t('options')} htmlFor={id} hint={t('optionsHint')}>
      <Select
        id={id}
        mode="tags"
        open={false}
        suffixIcon={null}
        maxCount={flowFieldLimits.options}
        placeholder={t('optionsPlaceholder')}
        value={field.options}
        tokenSeparators={[';', '；']}
        {...(field.options.length === 0 && { status: 'warning' as const })}
        onChange={(options: string[]) =>
          change({ options: options.map((option) => option.trim().slice(0, 100)).filter((option) => option !== '') })
        }
      />
    </Field>
  );
}

function NumberLimits({ field, change }: PartProps): ReactNode {
  const t = useText('designer');
  const [minimum, maximum, decimals] = [useId(), useId(), useId()];
  // a limit that is taken away leaves the field
  const limit = (key: 'minimum' | 'maximum', value: number | null): void => change({ [key]: value ?? undefined });
  return (
    <Row gap={3} wrap align="end">
      <Field label={t('minimum')} htmlFor={minimum}>
        <NumberInput<number> id={minimum} value={field.minimum ?? null} onChange={(value) => limit('minimum', value)} />
      </Field>
      <Field label={t('maximum')} htmlFor={maximum}>
        <NumberInput<number> id={maximum} value={field.maximum ?? null} onChange={(value) => limit('maximum', value)} />
      </Field>
      <Field label={t('decimals')} htmlFor={decimals}>
        <NumberInput<number>
          id={decimals}
          min={0}
          max={6}
          precision={0}
          value={field.decimals}
          onChange={(value) => change({ decimals: value ?? 0 })}
        />
      </Field>
    </Row>
  );
}
