import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { extensions } from '@dossier/contract/core/file-types';
import type { Principal } from '@dossier/contract/identity/users';
import { valuesByField } from '@dossier/contract/workflows/flow-fields';
import { type DocumentFacts, type FlowFacts, rejectableNodeKinds } from '@dossier/contract/workflows/flow-graph';
import { flowUrgencies } from '@dossier/contract/workflows/flow-shapes';
import { type FlowWalk, walkFlow } from '@dossier/contract/workflows/walk-flow';
import { Button, Checkbox, Input, Segmented, Skeleton } from 'antd';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { BytesInput } from '../../../platform/ui/bytes-input.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Card, Heading, PlainButton, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Field, StatusText } from '../../../platform/ui/page-parts.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';
import { TemplateFormFields } from '../form/field-inputs.tsx';
import { type FormValues, valuesInput } from '../form/field-values.ts';
import type { TemplateDraft } from '../templates/template-draft.ts';
import { ClassSelect } from './condition-editor.tsx';
import { FlowCanvas } from './flow-tab.tsx';
import styles from './designer.module.css';
import { type Designer, lackOf } from './use-designer.ts';

interface Sample {
  values: FormValues;
  urgency: number;
  applicant: Principal | undefined;
  department: Principal | undefined;
  documents: DocumentFacts[];
  rejected: ReadonlySet<string>;
}

const emptySample: Sample = { values: {}, urgency: 0, applicant: undefined, department: undefined, documents: [], rejected: new Set() };
const newDocument: DocumentFacts = { name: '', ext: '', size: 0, type: '', tags: [], categories: [] };

const factsOf = ({ values, urgency, applicant, department, documents }: Sample): FlowFacts => ({
  values: valuesByField(valuesInput(values)),
  urgency,
  applicant: applicant?.id ?? '',
  departments: department === undefined ? [] : [department.id],
  documents,
});

interface TestRunProps {
  draft: TemplateDraft;
  designer: Designer;
  /** Leads to the settings of a step. */
  toStep: (node: string) => void;
}

/** Which way a flow would go with a form that is filled in here; nothing is submitted. */
export function TestRunTab({ draft, designer, toStep }: TestRunProps): ReactNode {
  const t = useText('designer');
  const [sample, setSample] = useState(emptySample);
  const change = (changes: Partial<Sample>): void => setSample((known) => ({ ...known, ...changes }));
  if (designer.problems.length > 0) return <Hint>{t('testNeedsCheck')}</Hint>;
  const walk = walkFlow(draft.graph, factsOf(sample), sample.rejected);
  const turns = Map.groupBy(walk.nodes.entries(), ([, { id }]) => id);
  return (
    <div className={styles.columns}>
      <Stack gap={4}>
        <Heading level={2}>{t('sampleForm')}</Heading>
        <Hint>{t('testHint')}</Hint>
        <TemplateFormFields fields={draft.fields} values={sample.values} change={(values) => change({ values })} />
        <SampleFlow sample={sample} change={change} />
        <SampleDocuments list={sample.documents} change={(documents) => change({ documents })} />
      </Stack>
      <Stack gap={4}>
        <Heading level={2}>{t('testResult')}</Heading>
        <WalkList draft={draft} designer={designer} walk={walk} sample={sample} change={change} toStep={toStep} />
        <div className={styles.picture}>
          <Suspense fallback={<Skeleton active className={styles.loading ?? ''} />}>
            <FlowCanvas
              label={t('testPicture')}
              graph={draft.graph}
              words={designer.words}
              taken={new Set(walk.edges)}
              turns={new Map([...turns].map(([id, list]) => [id, list.map(([at]) => at + 1)]))}
            />
          </Suspense>
        </div>
      </Stack>
    </div>
  );
}

interface SampleProps {
  sample: Sample;
  change: (changes: Partial<Sample>) => void;
}

function SampleFlow({ sample, change }: SampleProps): ReactNode {
  const t = useText('designer');
  const w = useText('workflows');
  return (
    <>
      <Field label={w('urgency')}>
        <Row>
          <Segmented<number>
            aria-label={w('urgency')}
            value={sample.urgency}
            options={flowUrgencies.map((value) => ({ value, label: w(`urgency_${value}`) }))}
            onChange={(urgency) => change({ urgency })}
          />
        </Row>
      </Field>
      <Field label={w('applicant')}>
        <Row>
          <PrincipalSelect
            type="user"
            label={w('applicant')}
            isLabeled
            value={sample.applicant}
            onChange={(applicant) => change({ applicant })}
          />
        </Row>
      </Field>
      <Field label={t('subject_department')}>
        <Row>
          <PrincipalSelect
            type="department"
            label={t('subject_department')}
            isLabeled
            value={sample.department}
            onChange={(department) => change({ department })}
          />
        </Row>
      </Field>
    </>
  );
}

interface SampleDocumentsProps {
  list: readonly DocumentFacts[];
  change: (list: DocumentFacts[]) => void;
}

function SampleDocuments({ list, change }: SampleDocumentsProps): ReactNode {
  const t = useText('designer');
  const w = useText('workflows');
  return (
    <Field label={w('documents')}>
      <Stack as="ol" gap={2}>
        {list.map((one, at) => (
          <li key={at}>
            <SampleDocument
              one={one}
              change={(changes) => change(list.with(at, { ...one, ...changes }))}
              remove={() => change(list.toSpliced(at, 1))}
            />
          </li>
        ))}
      </Stack>
      <Row>
        <Button size="small" icon={<PlusOutlined />} onClick={() => change([...list, newDocument])}>
          {t('addSampleDocument')}
        </Button>
      </Row>
    </Field>
  );
}

interface SampleDocumentProps {
  one: DocumentFacts;
  change: (changes: Partial<DocumentFacts>) => void;
  remove: () => void;
}

const extOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

function SampleDocument({ one, change, remove }: SampleDocumentProps): ReactNode {
  const t = useText('designer');
  const name = useId();
  return (
    <Card gap={2} pad={2}>
      <Row gap={1} align="end">
        <Stack grow>
          <Field label={t('subject_documentName')} htmlFor={name}>
            <Input
              id={name}
              value={one.name}
              placeholder={t('sampleName', { ext: [...extensions.sheet][0] ?? '' })}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => change({ name: target.value, ext: extOf(target.value) })}
            />
          </Field>
        </Stack>
        <ToolButton label={t('removeSampleDocument')} icon={<CloseOutlined />} onClick={remove} />
      </Row>
      <BytesInput
        label={t('subject_documentSize')}
        placeholder={t('subject_documentSize')}
        value={one.size === 0 ? null : one.size}
        onChange={(bytes) => change({ size: bytes ?? 0 })}
      />
      <ClassSelect
        subject="documentType"
        label={t('subject_documentType')}
        value={one.type === '' ? [] : [one.type]}
        change={(values) => change({ type: values.at(-1) ?? '' })}
      />
      <ClassSelect subject="documentTag" label={t('subject_documentTag')} value={one.tags} change={(tags) => change({ tags })} />
      <ClassSelect
        subject="documentCategory"
        label={t('subject_documentCategory')}
        value={one.categories}
        change={(categories) => change({ categories })}
      />
    </Card>
  );
}

interface WalkListProps extends SampleProps, TestRunProps {
  walk: FlowWalk;
}

/** What the steps of a way need before a flow can wait in them: it would not be started, or stop there. */
const lacksOn = (draft: TemplateDraft, walk: FlowWalk) =>
  draft.graph.nodes.flatMap((node) => {
    const lack = walk.nodes.some(({ id }) => id === node.id) ? lackOf(draft, node) : undefined;
    return lack === undefined ? [] : [{ id: node.id, lack }];
  });

/** The way in words, and which of its steps are rejected. */
function WalkList({ draft, designer, toStep, walk, sample, change }: WalkListProps): ReactNode {
  const t = useText('designer');
  const { words } = designer;
  const reject = (id: string, isRejected: boolean): void => {
    const rejected = new Set(sample.rejected);
    if (isRejected) rejected.add(id);
    else rejected.delete(id);
    change({ rejected });
  };
  const lacks = lacksOn(draft, walk);
  const ends = lacks.length > 0 ? 'unfinished' : walk.ends;
  const tone = { passed: 'done', rejected: 'danger', looping: 'warn', unfinished: 'danger' } as const;
  return (
    <Card as="section" gap={2} pad={3} aria-label={t('testResult')}>
      <div role="status">
        <StatusText tone={tone[ends]}>{t(`ends_${ends}`)}</StatusText>
      </div>
      {lacks.length > 0 && (
        <Stack as="ul" gap={1}>
          {lacks.map(({ id, lack }) => (
            <li key={id}>
              <PlainButton link onClick={() => toStep(id)}>
                <Text size="s">{t(`stepLacks_${lack}`, { name: words.titleOf(id) })}</Text>
              </PlainButton>
            </li>
          ))}
        </Stack>
      )}
      <Stack as="ol" gap={2}>
        {walk.nodes.map(({ id, visit }, at) => {
          const node = draft.graph.nodes.find((one) => one.id === id);
          if (node === undefined) return null;
          const taken = draft.graph.edges.filter((edge) => edge.from === id && walk.edges.includes(edge.id));
          return (
            <Row as="li" key={`${id} ${visit}`} gap={2} align="start">
              <Text size="s" numeric tone="muted">
                {at + 1}.
              </Text>
              <Stack grow>
                <Text strong>{visit === 0 ? words.title(node) : t('again', { name: words.title(node), count: visit + 1 })}</Text>
                <Text size="s" tone={lackOf(draft, node) === undefined ? 'muted' : 'danger'}>
                  {node.kind === 'branch' ? taken.map((edge) => words.way(edge)).join(t('listBetween')) : words.text(node)}
                </Text>
              </Stack>
              {visit === 0 && rejectableNodeKinds.includes(node.kind) && (
                <Checkbox checked={sample.rejected.has(id)} onChange={({ target }) => reject(id, target.checked)}>
                  {t('rejectIt')}
                </Checkbox>
              )}
            </Row>
          );
        })}
      </Stack>
    </Card>
  );
}
