import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { Answers, optionId } from './answers.tsx';
import styles from './command.module.css';
import { useSearchCommands } from './search-commands.tsx';

/** What the search field hands its keys to. */
export interface SuggestionKeys {
  /** Answers whether the key was for the suggestions. */
  press: (event: KeyboardEvent) => boolean;
}

interface SearchSuggestionsProps {
  id: string;
  typed: string;
  keys: Ref<SuggestionKeys>;
  /** Tells the id of the active option, and whether there is any option. */
  show: (active: string | undefined, some: boolean) => void;
  /** A suggestion was taken. */
  close: () => void;
}

/** The suggestions below the search field. None is active at first, so that Enter searches for what is typed. */
export function SearchSuggestions({ id, typed, keys, show, close }: SearchSuggestionsProps): ReactNode {
  const t = useText('app.shell');
  const [active, setActive] = useState<{ typed: string; id: string }>();
  const list = useSearchCommands(typed);
  const at = active?.typed === typed ? list.findIndex((command) => command.id === active.id) : -1;
  const current = list[at];
  const currentOption = current && optionId(id, current);
  const some = list.length > 0;
  useEffect(() => show(currentOption, some), [show, currentOption, some]);
  const take = (command: (typeof list)[number]): void => {
    close();
    command.run();
  };
  useImperativeHandle(keys, () => ({
    press: (event) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0 && some) {
        // one stop of the round is the field itself
        const next = list[((at + 1 + step + list.length + 1) % (list.length + 1)) - 1];
        setActive(next && { typed, id: next.id });
        return true;
      }
      if (event.key !== 'Enter' || current === undefined) return false;
      take(current);
      return true;
    },
  }));
  if (!some) return null;
  return (
    // the field keeps the focus while a suggestion is clicked
    <div className={styles.suggestions} onPointerDown={(event) => event.preventDefault()}>
      <Answers id={id} label={t('suggestions')} list={list} current={current} choose={take} fitting />
    </div>
  );
}
