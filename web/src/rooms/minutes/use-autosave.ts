import { type Minutes, minutes } from '@dossier/contract/minutes';
import { useEffect, useState } from 'react';
import { refresh } from '../../ground/query.ts';
import { Saver, type Saving } from './saver.ts';

/** A text that saves itself. Where somebody else wrote meanwhile, both become one text, and it is said who it was. */
export function useAutosave(id: string, known: Minutes, met: (name: string) => void) {
  const [text, setText] = useState(known.text);
  const [saving, setSaving] = useState<Saving>('saved');
  const [saver] = useState(() => new Saver(id, known, { text: setText, saving: setSaving, met }));
  useEffect(() => saver.follow(known), [saver, known]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (saver.waits) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      // who leaves the page leaves nothing behind
      void saver.save().then(() => refresh(minutes.show));
    };
  }, [saver]);
  return { text, saving, change: (next: string) => saver.change(next), save: () => saver.save() };
}
