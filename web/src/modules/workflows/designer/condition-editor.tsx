import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { cards } from '@dossier/contract/classification/cards';
import { categories } from '@dossier/contract/classification/categories';
import { tags } from '@dossier/contract/classification/tags';
import type { Principal } from '@dossier/contract/identity/users';
import type { FlowField } from '@dossier/contract/workflows/flow-fields';
import {
  type FlowCondition,
  type FlowTest,
  type TestSubject,
  flowGraphLimits,
  operatorsOf,
  testSubjects,
  unaryOperators,
} from '@dossier/contract/workflows/flow-graph';
import { flowUrgencies } from '@dossier/contract/workflows/flow-shapes';
import { Button, DatePicker, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { BytesInput } from '../../../platform/ui/bytes-input.tsx';
import { Card, Row, Stack } from '../../../platform/ui/layout.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { PrincipalsField } from '../../access/principals-field.tsx';
import { namedType } from './design-words.ts';
import styles from './designer.module.css';

interface ConditionEditorProps {
  condition: FlowCondition;
  fields: readonly FlowField[];
  names: Readonly<Record<string, string>>;
  /** `names` are those of what was chosen. */
  change: (condition: FlowCondition, names?: Record<string, string>) => void;
}

/** The tests of a condition, which all have to hold, or any. */
export function ConditionEditor({ condition, fields, names, change }: ConditionEditorProps): ReactNode {
  const t = useText('designer');
  const { match, tests } = condition;
  return (
    <Stack gap={2}>
      {tests.length > 1 && (
        <Segmented<'all' | 'any'>
          size="small"
          aria-label={t('match')}
          value={match}
          options={[
            { value: 'all', label: t('matchAll') },
            { value: 'any', label: t('matchAny') },
          ]}
          onChange={(next) => change({ ...condition, match: next })}
        />
      )}
      {tests.map((test, at) => (
        <TestEditor
          key={at}
          test={test}
          fields={fields}
          names={names}
          change={(next, added) => change({ ...condition, tests: tests.with(at, next) }, added)}
          remove={tests.length > 1 ? () => change({ ...condition, tests: tests.toSpliced(at, 1) }) : undefined}
        />
      ))}
      {tests.length < flowGraphLimits.tests && (
        <Row>
          <Button
            size="small"
            type="text"
            icon={<PlusOutlined />}
            onClick={() => change({ ...condition, tests: [...tests, { subject: 'urgency', operator: 'atLeast', values: ['1'] }] })}
          >
            {t('addTest')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

interface TestEditorProps {
  test: FlowTest;
  fields: readonly FlowField[];
  names: Readonly<Record<string, string>>;
  change: (test: FlowTest, names?: Record<string, string>) => void;
  remove: (() => void) | undefined;
}

const subjectKey = ({ subject, field }: Pick<FlowTest, 'subject' | 'field'>): string => (subject === 'field' ? `field:${field}` : subject);

function TestEditor({ test, fields, names, change, remove }: TestEditorProps): ReactNode {
  const t = useText('designer');
  const known = fields.find(({ id }) => id === test.field);
  const operators = operatorsOf(test.subject, known);
  const chooseSubject = (key: string): void => {
    const field = key.startsWith('field:') ? fields.find(({ id }) => `field:${id}` === key) : undefined;
    const subject = (field === undefined ? key : 'field') as TestSubject;
    const [first = 'is'] = operatorsOf(subject, field);
    change({ subject, operator: first, values: [], ...(field !== undefined && { field: field.id }) });
  };
  return (
    <Card gap={2} pad={2} sunken>
      <Row gap={1}>
        <Stack grow>
          <Select<string>
            aria-label={t('testSubject')}
            value={subjectKey(test)}
            popupMatchSelectWidth={false}
            onChange={chooseSubject}
            options={[
              {
                label: t('subjectsForm'),
                title: t('subjectsForm'),
                options: fields.map(({ id, name }) => ({ value: `field:${id}`, label: name || t('unnamedField') })),
              },
              ...(['Flow', 'Documents'] as const).map((group) => ({
                label: t(`subjects${group}`),
                title: t(`subjects${group}`),
                options: testSubjects
                  .filter((subject) => subject !== 'field' && subject.startsWith('document') === (group === 'Documents'))
                  .map((subject) => ({ value: subject as string, label: t(`subject_${subject as Exclude<TestSubject, 'field'>}`) })),
              })),
            ].filter(({ options }) => options.length > 0)}
          />
        </Stack>
        {remove && <ToolButton label={t('removeTest')} icon={<DeleteOutlined />} onClick={remove} />}
      </Row>
      <Select
        aria-label={t('testOperator')}
        value={test.operator}
        popupMatchSelectWidth={false}
        options={operators.map((value) => ({ value, label: t(`operator_${value}`) }))}
        onChange={(operator) => change({ ...test, operator, values: unaryOperators.includes(operator) ? [] : test.values })}
      />
      {!unaryOperators.includes(test.operator) && <ValuesInput test={test} field={known} fields={fields} names={names} change={change} />}
    </Card>
  );
}

interface ValuesInputProps {
  test: FlowTest;
  field: FlowField | undefined;
  fields: readonly FlowField[];
  names: Readonly<Record<string, string>>;
  change: (test: FlowTest, names?: Record<string, string>) => void;
}

function ValuesInput({ test, field, fields, names, change }: ValuesInputProps): ReactNode {
  const t = useText('designer');
  const w = useText('workflows');
  const set = (values: string[]): void => change({ ...test, values });
  const label = t('testValues');
  const { subject, values } = test;
  const [[first = ''], type] = [values, namedType(test, fields)];
  if (type === 'user' || type === 'department') return <PrincipalValues type={type} test={test} names={names} change={change} />;
  if (subject === 'documentType' || subject === 'documentTag' || subject === 'documentCategory')
    return <ClassSelect subject={subject} label={label} value={values} change={set} />;
  if (subject === 'documentSize')
    return (
      <BytesInput
        label={label}
        placeholder=""
        value={first === '' ? null : Number(first)}
        onChange={(bytes) => set(bytes === null ? [] : [String(bytes)])}
      />
    );
  if (subject === 'urgency')
    return (
      <ChoiceSelect
        label={label}
        value={values}
        change={set}
        options={flowUrgencies.map((value) => ({ value: String(value), label: w(`urgency_${value}`) }))}
      />
    );
  if (field?.kind === 'choice')
    return <ChoiceSelect label={label} value={values} change={set} options={field.options.map((value) => ({ value, label: value }))} />;
  if (field?.kind === 'number' || subject === 'documentCount')
    return (
      <NumberInput<number>
        className={styles.number ?? ''}
        aria-label={label}
        value={first === '' ? null : Number(first)}
        onChange={(value) => set(value === null ? [] : [String(value)])}
      />
    );
  if (field?.kind === 'date')
    return (
      <DatePicker
        aria-label={label}
        value={first === '' ? null : dayjs(first)}
        onChange={(day) => set(day === null ? [] : [day.format('YYYY-MM-DD')])}
      />
    );
  return (
    <Select
      mode="tags"
      aria-label={label}
      placeholder={t('typeValues')}
      value={values}
      open={false}
      suffixIcon={null}
      tokenSeparators={[';']}
      onChange={set}
    />
  );
}

function PrincipalValues({
  type,
  test,
  names,
  change,
}: Pick<ValuesInputProps, 'test' | 'names' | 'change'> & { type: 'user' | 'department' }): ReactNode {
  const t = useText('designer');
  const chosen = test.values.map((id): Principal => ({ type, id, name: names[`${type}:${id}`] ?? '…' }));
  const take = (list: readonly Principal[]): void =>
    change({ ...test, values: list.map(({ id }) => id) }, Object.fromEntries(list.map(({ id, name }) => [`${type}:${id}`, name])));
  return <PrincipalsField label={t('testValues')} type={type} value={chosen} onChange={take} />;
}

interface OptionsSelectProps {
  label: string;
  value: readonly string[];
  change: (values: string[]) => void;
}

function ChoiceSelect({ label, value, change, options }: OptionsSelectProps & { options: { value: string; label: string }[] }): ReactNode {
  return (
    <Select
      mode="multiple"
      aria-label={label}
      placeholder={label}
      showSearch={{ optionFilterProp: 'label' }}
      value={[...value]}
      options={options}
      onChange={change}
    />
  );
}

/** The ways through categories, from the top. */
const pathOf = (list: readonly { id: string; parentId?: string | undefined; name: string }[], id: string | undefined): string[] => {
  const one = list.find((candidate) => candidate.id === id);
  return one === undefined ? [] : [...pathOf(list, one.parentId), one.name];
};

/** Types, tags and categories of the organisation. */
export function ClassSelect({
  subject,
  ...props
}: OptionsSelectProps & { subject: 'documentType' | 'documentTag' | 'documentCategory' }): ReactNode {
  const types = useCall(cards.typeChoices, {}, { staleTime: 30_000, enabled: subject === 'documentType' });
  const marks = useCall(tags.list, {}, { staleTime: 30_000, enabled: subject === 'documentTag' });
  const tree = useCall(categories.tree, {}, { staleTime: 30_000, enabled: subject === 'documentCategory' });
  const list = {
    documentType: (types.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    documentTag: (marks.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    documentCategory: (tree.data ?? []).map(({ id }) => ({ value: id, label: pathOf(tree.data ?? [], id).join(' / ') })),
  }[subject];
  return <ChoiceSelect {...props} options={list} />;
}
