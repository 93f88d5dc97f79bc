import { watermarks } from '@dossier/contract/watermarks';
import { useRef, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { nameOf, type Watermark } from './watermark-words.ts';

export interface Order {
  list: readonly Watermark[];
  /** Puts one at a place counted from 0. */
  move: (id: string, to: number) => void;
  /** What was moved last and where to, to be read aloud. */
  said: string;
}

/** The order of watermarks as the hand has put it, before the server has noted it. */
export function useOrder(list: readonly Watermark[]): Order {
  const t = useText('watermarks');
  const sort = useSend(watermarks.sort, { refresh: [watermarks.list] });
  const [placed, setPlaced] = useState<readonly string[]>();
  const [said, setSaid] = useState('');
  const latest = useRef(0);
  const shown = placed === undefined ? list : list.toSorted((a, b) => placed.indexOf(a.id) - placed.indexOf(b.id));
  const send = (ids: readonly string[], back?: readonly string[]): void => {
    const turn = ++latest.current;
    setPlaced(ids);
    sort
      .mutateAsync({ ids: [...ids] })
      .then(() => back && notice.undo(t('sorted'), { label: t('undo'), run: () => send(back) }))
      // `call` has said why; the order is as it was
      .catch(() => undefined)
      .finally(() => turn === latest.current && setPlaced(undefined));
  };
  const move = (id: string, to: number): void => {
    const before = shown.map((one) => one.id);
    const one = shown.find((found) => found.id === id);
    const place = Math.max(0, Math.min(shown.length - 1, to));
    if (one === undefined || before[place] === id) return;
    const ids = before.filter((other) => other !== id);
    ids.splice(place, 0, id);
    setSaid(t('movedTo', { name: nameOf(t, one), n: place + 1, of: ids.length }));
    send(ids, before);
  };
  return { list: shown, move, said };
}
