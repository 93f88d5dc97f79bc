import { SearchOutlined } from '@ant-design/icons';
import { actionGroups, type ActionGroup } from '@dossier/contract/actions';
import { Button, DatePicker, Input, Tag, TreeSelect } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { ComponentProps, ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { ClearSign } from '../../ground/ui/clear-sign.tsx';
import styles from './log.module.css';
import type { LogQuestion } from './use-log-question.ts';

const day = 'YYYY-MM-DD';

interface FiltersProps {
  question: LogQuestion;
  change: (changes: Partial<LogQuestion>) => void;
  /** Absent where nothing is asked. */
  clear: (() => void) | undefined;
}

/** What narrows the log. */
export function LogFilters({ question, change, clear }: FiltersProps): ReactNode {
  const t = useText('reports');
  const { person } = question;
  return (
    <div className={styles.filters} role="group" aria-label={t('filters')}>
      <Days question={question} change={change} />
      <Actions value={question.actions} set={(actions) => change({ actions })} />
      {person ? (
        <Tag closable color="blue" className={styles.chosen ?? ''} onClose={() => change({ person: undefined })}>
          {t('byPerson', { name: person.name })}
        </Tag>
      ) : (
        <Part label={t('findPerson')} value={question.userName} set={(userName) => change({ userName })} />
      )}
      <Part label={t('findObject')} value={question.objName} set={(objName) => change({ objName })} />
      <Part label={t('findAddress')} value={question.address} set={(address) => change({ address })} most={100} />
      {clear && (
        <Button type="link" size="small" onClick={clear}>
          {t('clearFilters')}
        </Button>
      )}
    </div>
  );
}

interface PartProps {
  label: string;
  value: string;
  set: (value: string) => void;
  most?: number;
}

function Part({ label, value, set, most = 200 }: PartProps): ReactNode {
  return (
    <Input
      className={styles.part ?? ''}
      allowClear={{ clearIcon: <ClearSign /> }}
      prefix={<SearchOutlined />}
      placeholder={label}
      aria-label={label}
      maxLength={most}
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  );
}

function Actions({ value, set }: { value: string[]; set: (actions: string[]) => void }): ReactNode {
  const t = useText('reports');
  const treeData = (Object.keys(actionGroups) as ActionGroup[]).map((group) => ({
    value: group,
    title: t(`group_${group}`),
    children: actionGroups[group].map((name) => ({ value: name, title: t(name) })),
  }));
  return (
    <TreeSelect<string[]>
      className={styles.actions ?? ''}
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_PARENT}
      allowClear={{ clearIcon: <ClearSign /> }}
      showSearch={{ treeNodeFilterProp: 'title' }}
      maxTagCount="responsive"
      popupMatchSelectWidth={300}
      aria-label={t('whatWasDone')}
      placeholder={t('whatWasDone')}
      value={value}
      onChange={set}
      treeData={treeData}
    />
  );
}

/** Both fields get the name of the pair; each says which of the two it is. */
function DayInput(props: ComponentProps<'input'>): ReactNode {
  return <input {...props} aria-label={[props['aria-label'], props.placeholder].join(' ')} />;
}

function Days({ question, change }: Pick<FiltersProps, 'question' | 'change'>): ReactNode {
  const t = useText('reports');
  const now = dayjs();
  const presets: { label: string; value: [Dayjs, Dayjs] }[] = [
    { label: t('today'), value: [now, now] },
    { label: t('lastDays', { n: 7 }), value: [now.subtract(6, 'day'), now] },
    { label: t('lastDays', { n: 30 }), value: [now.subtract(29, 'day'), now] },
    { label: t('lastDays', { n: 365 }), value: [now.subtract(364, 'day'), now] },
  ];
  const shown = (text: string | undefined): Dayjs | null => (text === undefined ? null : dayjs(text));
  return (
    <DatePicker.RangePicker
      className={styles.days ?? ''}
      allowEmpty={[true, true]}
      placeholder={[t('from'), t('to')]}
      aria-label={t('between')}
      components={{ input: DayInput }}
      presets={presets}
      value={[shown(question.from), shown(question.to)]}
      onChange={(days) => change({ from: days?.[0]?.format(day), to: days?.[1]?.format(day) })}
    />
  );
}
