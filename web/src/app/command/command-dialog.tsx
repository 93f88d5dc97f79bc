import { Modal } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { describeKey } from '../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../ground/text.ts';
import { answering, type Command } from './command.ts';
import styles from './command.module.css';
import { useCommands } from './use-commands.tsx';
import { useFound } from './use-found.tsx';

/** Goes, finds and does: one field, and below it what answers to what was typed. */
export function CommandDialog({ close }: { close: () => void }): ReactNode {
  const t = useText('app');
  const [open, setOpen] = useState(true);
  const chosen = useRef<Command>(undefined);
  // Run when the dialog is gone: what it opens wants the focus.
  const after = (): void => {
    close();
    chosen.current?.run();
  };
  const choose = (command: Command): void => {
    chosen.current = command;
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('commands')}
      className={styles.dialog ?? ''}
      width={600}
      footer={null}
      closable={false}
      style={{ top: 80 }}
      onCancel={() => setOpen(false)}
      afterClose={after}
    >
      <Finder choose={choose} leave={() => setOpen(false)} />
    </Modal>
  );
}

function Finder({ choose, leave }: { choose: (command: Command) => void; leave: () => void }): ReactNode {
  const t = useText('app');
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = [...answering(useCommands(), typed), ...useFound(typed)];
  const current = list[Math.min(at, list.length - 1)];
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.nativeEvent.isComposing) return;
    if (step !== 0) setAt((list.length + Math.min(at, list.length - 1) + step) % Math.max(1, list.length));
    else if (event.key === 'Enter' && current) choose(current);
    else if (describeKey(event) === 'mod+k') leave();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        className={styles.field}
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={current && `command-${current.id}`}
        aria-label={t('commands')}
        placeholder={t('commandsHint')}
        value={typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={press}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
      />
      <Answers list={list} current={current} choose={choose} />
    </>
  );
}

interface AnswersProps {
  list: readonly Command[];
  current: Command | undefined;
  choose: (command: Command) => void;
}

function Answers({ list, current, choose }: AnswersProps): ReactNode {
  const t = useText('app');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.id]);
  const names = { go: t('commandsGo'), do: t('commandsDo'), find: t('commandsFind') };
  const groups = (['go', 'do', 'find'] as const).map((group) => ({ group, members: list.filter((one) => one.group === group) }));
  return (
    <div id="commands" ref={box} role="listbox" aria-label={t('commands')} className={styles.answers}>
      {groups
        .filter(({ members }) => members.length > 0)
        .map(({ group, members }) => (
          <div key={group} role="group" aria-label={names[group]}>
            <div className={styles.group} aria-hidden="true">
              {names[group]}
            </div>
            {members.map((command) => (
              <div
                key={command.id}
                id={`command-${command.id}`}
                role="option"
                aria-selected={command.id === current?.id}
                className={styles.answer}
                onClick={() => choose(command)}
              >
                {command.icon}
                <span className={styles.label}>{command.label}</span>
                {command.detail && <span className={styles.detail}>{command.detail}</span>}
              </div>
            ))}
          </div>
        ))}
      {list.length === 0 && <p className={styles.none}>{t('commandsNone')}</p>}
    </div>
  );
}
