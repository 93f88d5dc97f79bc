import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../platform/i18n.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { Row, Text, classNames, entryClass } from '../../platform/ui/layout.tsx';
import { type Command, commandGroups } from './command.ts';
import styles from './command.module.css';

interface AnswersProps {
  /** Of the list; its options are named after it. */
  id: string;
  label: string;
  list: readonly Command[];
  current: Command | undefined;
  choose: (command: Command) => void;
  /** As high as its entries, not as a dialog that keeps its size while it is typed into. */
  fitting?: boolean;
}

/** The id of the element of an entry, which the field names as its active one. */
export const optionId = (id: string, command: Command): string => `${id}-${command.id}`;

/** The entries that a field finds, in their groups. */
export function Answers({ id, label, list, current, choose, fitting = false }: AnswersProps): ReactNode {
  const t = useText('app.shell');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.id]);
  const names = {
    go: t('commandsGo'),
    item: t('commandsSelected'),
    do: t('commandsDo'),
    recent: t('suggestRecent'),
    saved: t('suggestSaved'),
    find: t('commandsFind'),
    tags: t('suggestTags'),
    people: t('suggestPeople'),
    all: '',
  };
  const groups = commandGroups.map((group) => ({ group, members: list.filter((candidate) => candidate.group === group) }));
  return (
    <div id={id} ref={box} role="listbox" aria-label={label} className={fitting ? styles.fitting : styles.answers}>
      {groups
        .filter(({ members }) => members.length > 0)
        .map(({ group, members }) => (
          <div key={group} role="group" aria-label={names[group] || label}>
            {names[group] !== '' && (
              <Row pad={[1, 3]} aria-hidden="true">
                <Text size="xs" tone="muted">
                  {names[group]}
                </Text>
              </Row>
            )}
            {members.map((command) => (
              <div
                key={command.id}
                id={optionId(id, command)}
                role="option"
                aria-selected={command.id === current?.id}
                className={classNames(entryClass, styles.answer)}
                onClick={() => choose(command)}
              >
                {command.icon}
                <Text truncate>{command.label}</Text>
                {command.detail && (
                  <Text size="s" tone="muted" truncate className={styles.detail}>
                    {command.detail}
                  </Text>
                )}
              </div>
            ))}
          </div>
        ))}
      {list.length === 0 && <Empty small title={t('commandsNone')} />}
    </div>
  );
}
