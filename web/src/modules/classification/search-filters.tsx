import { IdcardOutlined } from '@ant-design/icons';
import { cards } from '@dossier/contract/classification/cards';
import { type Tag, tags } from '@dossier/contract/classification/tags';
import type { CardQuestion } from '@dossier/contract/core/card-shapes';
import type { OutputOf } from '@dossier/contract/core/route';
import { Button, Popover, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Row, Stack } from '../../platform/ui/layout.tsx';
import { FilterChip } from '../../platform/ui/list-bars.tsx';
import { TagSign } from '../documents/tag-marks.tsx';
import styles from './cards/cards.module.css';
import { ValueInput } from './cards/value-input.tsx';
import tagsCss from './tags/tags.module.css';

interface CardFilterProps {
  /** JSON of conditions. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

type Field = OutputOf<typeof cards.fieldChoices>[number];

const questionIn = (value: string | undefined): CardQuestion | undefined => {
  try {
    const [first] = JSON.parse(value ?? '[]') as CardQuestion[];
    return typeof first?.id === 'string' ? first : undefined;
  } catch {
    return undefined;
  }
};

/** The fields that can be asked for, and what a value asks, in words; none where its field is gone. */
function useCardQuestion(value: string | undefined) {
  const found = useCall(cards.fieldChoices, {}, { staleTime: 30_000 });
  const fields = found.data ?? [];
  const asked = questionIn(value);
  const field = fields.find((candidate) => candidate.id === asked?.id);
  const summary = asked && field && [field.name, asked.is ?? asked.has ?? [asked.from, asked.to].filter(Boolean).join(' – ')].join(': ');
  return { fields, asked, summary };
}

/** What a search asks of card fields, to be removed. */
export function CardChip({ value, remove }: { value: string; remove: () => void }): ReactNode {
  const t = useText('classification.cards');
  const { summary } = useCardQuestion(value);
  return <FilterChip name={summary ?? t('byCard')} remove={remove} />;
}

/** Filters a search by card fields; renders nothing where the organisation has no cards. */
export function CardFilter({ value, onChange }: CardFilterProps): ReactNode {
  const t = useText('classification.cards');
  const [open, setOpen] = useState(false);
  const { fields, asked, summary } = useCardQuestion(value);
  if (fields.length === 0) return null;
  const ask = (question: CardQuestion | undefined): void => {
    setOpen(false);
    onChange(question && JSON.stringify([question]));
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      content={<CardQuestionForm fields={fields} asked={asked} ask={ask} />}
    >
      <Button
        size="small"
        icon={<IdcardOutlined />}
        type={summary ? 'primary' : 'default'}
        ghost={summary !== undefined}
        aria-haspopup="dialog"
      >
        {summary ?? t('byCard')}
      </Button>
    </Popover>
  );
}

interface CardQuestionFormProps {
  fields: readonly Field[];
  asked: CardQuestion | undefined;
  ask: (question: CardQuestion | undefined) => void;
}

function CardQuestionForm({ fields, asked, ask }: CardQuestionFormProps): ReactNode {
  const t = useText('classification.cards');
  const [draft, setDraft] = useState<CardQuestion>(asked ?? { id: fields[0]?.id ?? '' });
  const field = fields.find((candidate) => candidate.id === draft.id);
  const isEmpty = [draft.is, draft.has, draft.from, draft.to].every((candidate) => candidate === undefined || candidate === '');
  const set = (key: 'is' | 'has' | 'from' | 'to') => (text: string) => {
    const { [key]: _, ...others } = draft;
    setDraft(text === '' ? others : { ...others, [key]: text });
  };
  return (
    <Stack gap={2} className={styles.search}>
      <Select
        size="small"
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('field')}
        value={draft.id}
        onChange={(id) => setDraft({ id })}
        options={fields.map((candidate) => ({ value: candidate.id, label: candidate.name }))}
      />
      {field && <QuestionInputs field={field} draft={draft} set={set} />}
      <Row as="span" gap={2} justify="end">
        <Button size="small" onClick={() => ask(undefined)}>
          {t('clear')}
        </Button>
        <Button size="small" type="primary" disabled={isEmpty} onClick={() => ask(draft)}>
          {t('find')}
        </Button>
      </Row>
    </Stack>
  );
}

interface QuestionProps {
  field: Field;
  draft: CardQuestion;
  set: (key: 'is' | 'has' | 'from' | 'to') => (text: string) => void;
}

function QuestionInputs({ field, draft, set }: QuestionProps): ReactNode {
  const t = useText('classification.cards');
  const { kind } = field;
  if (kind === 'number' || kind === 'date')
    return (
      <>
        <ValueInput
          size="small"
          kind={kind}
          limits={{}}
          label={`${field.name} ${t('from')}`}
          hint={t('from')}
          value={draft.from ?? ''}
          onChange={set('from')}
        />
        <ValueInput
          size="small"
          kind={kind}
          limits={{}}
          label={`${field.name} ${t('to')}`}
          hint={t('to')}
          value={draft.to ?? ''}
          onChange={set('to')}
        />
      </>
    );
  if (kind === 'text' || kind === 'longText')
    return (
      <ValueInput
        size="small"
        kind="text"
        limits={{}}
        label={t('contains')}
        hint={t('contains')}
        value={draft.has ?? ''}
        onChange={set('has')}
      />
    );
  return <ValueInput size="small" kind={kind} limits={field.limits} label={field.name} value={draft.is ?? ''} onChange={set('is')} />;
}

const drawTag = ({ data }: { data: { tag: Tag } }): ReactNode => <TagSign tag={data.tag} bare />;

/** The tags that a search asks for, each to be removed. */
export function TagChips({ ids, remove }: { ids: readonly string[]; remove: (id: string) => void }): ReactNode {
  const found = useCall(tags.list, {}, { staleTime: 30_000 });
  return (found.data ?? [])
    .filter((tag) => ids.includes(tag.id))
    .map((tag) => (
      <FilterChip key={tag.id} name={tag.name} remove={() => remove(tag.id)}>
        <TagSign tag={tag} bare />
      </FilterChip>
    ));
}

/** Filters a search by tags; renders nothing where there are none. */
export function TagFilter({ value, onChange }: { value: readonly string[]; onChange: (ids: string[]) => void }): ReactNode {
  const t = useText('classification.labels');
  const found = useCall(tags.list, {}, { staleTime: 30_000 });
  const list = found.data ?? [];
  if (list.length === 0 && value.length === 0) return null;
  const known = value.filter((id) => list.some((tag) => tag.id === id));
  return (
    <Select
      mode="multiple"
      size="small"
      className={tagsCss.filter ?? ''}
      aria-label={t('tags')}
      placeholder={t('tags')}
      maxCount={10}
      maxTagCount="responsive"
      showSearch={{ optionFilterProp: 'label' }}
      value={known}
      onChange={onChange}
      options={list.map((tag) => ({ value: tag.id, label: tag.name, tag }))}
      optionRender={drawTag}
      notFoundContent={t('nothingFoundTag')}
    />
  );
}
