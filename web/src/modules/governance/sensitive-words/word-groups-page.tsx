import { EyeOutlined } from '@ant-design/icons';
import { type WordGroup, sensitiveWords, wordActions, wordPlace } from '@dossier/contract/governance/sensitive-words';
import { Checkbox, Form, Input, Radio, Select, Switch, type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { joinedNames, textOf, useLanguage, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { invalidateRoutes, useCall } from '../../../platform/query.ts';
import { CrudPage } from '../../../platform/ui/crud-page.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { RelativeTime, formatNumber } from '../../../platform/ui/formatted-values.tsx';
import { PlainButton } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { LevelTag } from './level-tag.tsx';
import { findingsPath } from './paths.ts';
import styles from './sensitive-words.module.css';

/** The form values of a group; one word per line. */
interface WordGroupForm {
  name: string;
  level: number;
  action: (typeof wordActions)[number];
  places: number[];
  words: string;
  exceptions: string;
  enabled: boolean;
}

/** The lines of a field that are not empty. */
const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

const maxWordLength = 100;
const placeNames = Object.keys(wordPlace) as (keyof typeof wordPlace)[];

/** The fields of a word group: words, where they are searched, and the action on a finding. */
function GroupFields(): ReactNode {
  const t = useText('governance');
  const action = Form.useWatch<WordGroupForm['action'] | undefined>('action');
  const short = (needed: boolean) => ({
    validator: (_: unknown, text = '') => {
      const lines = linesOf(text);
      if (needed && lines.length === 0) return Promise.reject(new Error(t('wordsNeeded')));
      return lines.some((line) => line.length > maxWordLength)
        ? Promise.reject(new Error(t('wordTooLong', { count: maxWordLength })))
        : Promise.resolve();
    },
  });
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="level" label={t('level')}>
        <Radio.Group options={([1, 2, 3] as const).map((value) => ({ value, label: t(`level_${value}`) }))} />
      </Form.Item>
      <Form.Item name="action" label={t('action')} extra={action && t(`hint_${action}`)}>
        <Select options={wordActions.map((value) => ({ value, label: t(`action_${value}`) }))} />
      </Form.Item>
      <Form.Item name="places" label={t('places')} rules={[{ required: true, message: t('placesNeeded') }]}>
        <Checkbox.Group options={placeNames.map((name) => ({ value: wordPlace[name], label: t(`place_${wordPlace[name]}`) }))} />
      </Form.Item>
      <Form.Item name="words" label={t('words')} extra={t('wordsHint')} rules={[short(true)]}>
        <Input.TextArea className={styles.words ?? ''} rows={8} spellCheck={false} />
      </Form.Item>
      <Form.Item name="exceptions" label={t('exceptions')} extra={t('exceptionsHint')} rules={[short(false)]}>
        <Input.TextArea className={styles.words ?? ''} rows={3} spellCheck={false} />
      </Form.Item>
      <Form.Item name="enabled" label={t('enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  );
}

const fresh: WordGroupForm = {
  name: '',
  level: 2,
  action: 'warn',
  places: Object.values(wordPlace),
  words: '',
  exceptions: '',
  enabled: true,
};

const inputOf = ({ places, words, exceptions, ...rest }: WordGroupForm) => ({
  ...rest,
  name: rest.name.trim(),
  places: places.reduce((bits, bit) => bits | bit, 0),
  words: linesOf(words),
  exceptions: linesOf(exceptions),
});

async function save(values: WordGroupForm, id: string | undefined): Promise<void> {
  const t = textOf('governance');
  const input = inputOf(values);
  await (id === undefined ? call(sensitiveWords.createGroup, input) : call(sensitiveWords.updateGroup, { id, ...input }));
  await invalidateRoutes(sensitiveWords.groups);
  notice.success(t('groupSaved', { name: input.name }));
}

/** Edits or creates a group. */
async function openGroup(id?: string): Promise<void> {
  const t = textOf('governance');
  const group = id === undefined ? undefined : await call(sensitiveWords.group, { id });
  const initial: WordGroupForm =
    group === undefined
      ? fresh
      : {
          ...group,
          places: Object.values(wordPlace).filter((bit) => (group.places & bit) !== 0),
          words: group.words.join('\n'),
          exceptions: group.exceptions.join('\n'),
        };
  const title = group === undefined ? t('newGroup') : t('editGroup', { name: group.name });
  openDialog((close) => (
    <FormDialog<WordGroupForm>
      title={title}
      ok={t(group ? 'save' : 'create')}
      initial={initial}
      save={(values) => save(values, id)}
      close={close}
    >
      <GroupFields />
    </FormDialog>
  ));
}

/** The groups of sensitive words of the organisation. */
export function WordGroupsPage(): ReactNode {
  const t = useText('governance');
  const may = usePermissions();
  const search = usePagedSearch();
  const found = useCall(sensitiveWords.groups, search.page, { keep: true });
  return (
    <CrudPage<WordGroup>
      lead={
        <>
          {t('groupsLead')} {may('words.judge') && <AppLink to={findingsPath}>{t('toFinds')}</AppLink>}
        </>
      }
      search={search}
      found={found}
      columns={useColumns()}
      empty={{ icon: <EyeOutlined />, title: t('noGroups'), hint: t('noGroupsHint') }}
      menuName={({ name }) => t('actionsOf', { name })}
      refresh={[sensitiveWords.groups, sensitiveWords.finds]}
      create={t('newGroup')}
      edit={t('edit')}
      form={(group) => void openGroup(group?.id).catch(() => undefined)}
      remove={{
        label: t('deleteGroup'),
        ask: ({ name }) => ({ title: t('deleteAsk', { name }), text: t('deleteText') }),
        run: ({ id }) => call(sensitiveWords.deleteGroup, { id }),
      }}
    />
  );
}

function useColumns(): TableColumnsType<WordGroup> {
  const t = useText('governance');
  const language = useLanguage();
  const placesOf = ({ places }: WordGroup): string =>
    joinedNames(
      Object.values(wordPlace)
        .filter((bit) => (places & bit) !== 0)
        .map((bit) => t(`place_${bit}`)),
    );
  return [
    {
      key: 'name',
      title: t('name'),
      render: (_, group) => (
        <NameCell
          phoneMore={
            <>
              <LevelTag level={group.level} /> {t(`action_${group.action}`)} · {t('wordCount', { count: group.wordCount })}
            </>
          }
        >
          <PlainButton link onClick={() => void openGroup(group.id).catch(() => undefined)}>
            {group.name}
          </PlainButton>
          {!group.enabled && <Tag>{t('off')}</Tag>}
        </NameCell>
      ),
    },
    { key: 'level', title: t('level'), render: (_, { level }) => <LevelTag level={level} /> },
    { key: 'action', title: t('action'), render: (_, { action }) => t(`action_${action}`) },
    { key: 'places', title: t('places'), render: (_, group) => placesOf(group) },
    { key: 'count', title: t('words'), align: 'end', render: (_, { wordCount }) => formatNumber(wordCount, language) },
    { key: 'time', title: t('changed'), align: 'end', render: (_, { updateTime }) => <RelativeTime iso={updateTime} /> },
  ];
}
