import { type ReactNode, useEffect, useState } from 'react';
import { hostNotices } from '../../ground/notice.ts';
import { type Offer, UndoStack } from '../../ground/ui/undo-stack.tsx';

/** Shows notices to visitors, the newest alone, without Ant Design. */
export function ShareNotices(): ReactNode {
  const [offers, setOffers] = useState<readonly Offer[]>([]);
  useEffect(() => {
    let next = 1;
    const show = (entry: Offer['entry']): void => {
      const id = next++;
      setOffers([{ id, entry }]);
    };
    return hostNotices(show, () => undefined);
  }, []);
  return <UndoStack offers={offers} drop={(id) => setOffers((before) => before.filter((offer) => offer.id !== id))} />;
}
