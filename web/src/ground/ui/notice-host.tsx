import { message } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { hostNotices } from '../notice.ts';
import { type Offer, UndoStack } from './undo-stack.tsx';

/** More offers than this are history. */
const most = 3;

/** Shows the notices of the whole product; one for the window. Those with a deed on them stand apart, out of the way. */
export function NoticeHost(): ReactNode {
  const [api, holder] = message.useMessage({ maxCount: 4, top: 56 });
  const [offers, setOffers] = useState<readonly Offer[]>([]);
  useEffect(() => {
    let next = 1;
    const end = (ids: readonly string[]): void => {
      const ended = new Set(ids);
      setOffers((before) => before.filter(({ entry }) => !entry.about?.some((one) => ended.has(one))));
    };
    return hostNotices((entry) => {
      const id = next++;
      if (entry.action) return setOffers((before) => [...before, { id, entry }].slice(-most));
      const words = <span role={entry.kind === 'error' ? 'alert' : 'status'}>{entry.text}</span>;
      void api.open({ key: entry.key ?? `notice-${id}`, type: entry.kind, duration: entry.seconds ?? 3, content: words });
    }, end);
  }, [api]);
  return (
    <>
      {holder}
      <UndoStack offers={offers} drop={(id) => setOffers((before) => before.filter((offer) => offer.id !== id))} />
    </>
  );
}
