import { CheckOutlined } from '@ant-design/icons';
import { type ReactNode, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { Text } from '../../platform/ui/layout.tsx';

/** A choice that was made on the page, until the next one is. */
interface MadeChoice {
  value: unknown;
  state: 'saving' | 'saved' | 'failed';
}

interface KeptChoices {
  /** What a choice shows: what was made of it while that is saved, otherwise what is stored. */
  valueOf: <T>(name: string, stored: T) => T;
  /** What became of a choice. */
  stateOf: (name: string) => MadeChoice['state'] | undefined;
  /** Saves a choice at once. A failure brings back what is stored; its refusal has been shown. */
  keep: (name: string, value: unknown, save: () => Promise<unknown>) => void;
}

/** Choices that are saved as they are made, and what became of the last one. */
export function useKeptChoices(): KeptChoices {
  const [made, setMade] = useState<Readonly<Record<string, MadeChoice>>>({});
  const keep: KeptChoices['keep'] = (name, value, save) => {
    const choice: MadeChoice = { value, state: 'saving' };
    const end = (state: MadeChoice['state']) => (): void =>
      // one that was changed again meanwhile waits for that
      setMade((all) => (all[name] === choice ? { ...all, [name]: { value, state } } : all));
    setMade((all) => ({ ...Object.fromEntries(Object.entries(all).filter(([, other]) => other.state === 'saving')), [name]: choice }));
    save().then(end('saved'), end('failed'));
  };
  return {
    keep,
    valueOf: (name, stored) => (made[name]?.state === 'saving' ? (made[name].value as typeof stored) : stored),
    stateOf: (name) => made[name]?.state,
  };
}

/** Says beside a choice that it was saved, or that it was not; also to who hears the page. */
export function KeptMark({ state }: { state: MadeChoice['state'] | undefined }): ReactNode {
  const t = useText('notifications');
  return (
    <span role="status">
      {state === 'saved' && (
        <Text size="s" tone="done">
          <CheckOutlined /> {t('saved')}
        </Text>
      )}
      {state === 'failed' && (
        <Text size="s" tone="danger">
          {t('notSaved')}
        </Text>
      )}
    </span>
  );
}
