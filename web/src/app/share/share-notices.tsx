import { type ReactNode, useEffect, useState } from 'react';
import { hostNotices } from '../../ground/notice.ts';
import { type Offer, UndoStack } from '../../ground/ui/undo-stack.tsx';

/** More than these nobody reads. */
const most = 3;

/** Shows notices to visitors, without Ant Design. */
export function ShareNotices(): ReactNode {
  const [offers, setOffers] = useState<readonly Offer[]>([]);
  useEffect(() => {
    let next = 1;
    const show = (entry: Offer['entry']): void => {
      const id = next++;
      setOffers((before) => [...before, { id, entry }].slice(-most));
    };
    return hostNotices(show, () => undefined);
  }, []);
  return <UndoStack offers={offers} drop={(id) => setOffers((before) => before.filter((offer) => offer.id !== id))} />;
}
