import { message } from 'antd';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { ThumbnailHover } from '../modules/preview/thumbnail-hover.tsx';
import { useDialogs } from '../platform/dialogs.ts';
import { hostNotices } from '../platform/notices.ts';
import { focusFirstFields } from '../platform/ui/first-field.ts';
import { type UndoOffer, UndoStack } from '../platform/ui/undo-stack.tsx';
import { AppProviders } from './app-providers.tsx';

/** Renders the open dialogs; one host per window. */
export function DialogHost(): ReactNode {
  const list = useDialogs((dialogs) => dialogs.list);
  // before the first dialog asks for the focus
  useLayoutEffect(focusFirstFields, []);
  return (
    <>
      {/* each on its own: while one is being loaded, those below it stay */}
      {list.map((dialog) => (
        <Suspense key={dialog.id} fallback={null}>
          {dialog.node}
        </Suspense>
      ))}
    </>
  );
}

/** Older offers beyond this number are dropped. */
const maxOffers = 3;

/** Shows the notices of all modules; one host per window. Those with an action are placed apart. */
export function NoticeHost(): ReactNode {
  const [api, holder] = message.useMessage({ maxCount: 4, top: 56 });
  const [offers, setOffers] = useState<readonly UndoOffer[]>([]);
  useEffect(() => {
    let next = 1;
    const end = (ids: readonly string[]): void => {
      const ended = new Set(ids);
      setOffers((before) => before.filter(({ entry }) => !entry.about?.some((one) => ended.has(one))));
    };
    return hostNotices((entry) => {
      const id = next++;
      if (entry.action) return setOffers((before) => [...before, { id, entry }].slice(-maxOffers));
      const words = <span role={entry.kind === 'error' ? 'alert' : 'status'}>{entry.text}</span>;
      // red is kept for loss: what is refused is a warning, which screen readers hear at once
      void api.open({
        key: entry.key ?? `notice-${id}`,
        type: entry.kind === 'error' ? 'warning' : entry.kind,
        duration: entry.seconds ?? 3,
        content: words,
      });
    }, end);
  }, [api]);
  return (
    <>
      {holder}
      <UndoStack offers={offers} drop={(id) => setOffers((before) => before.filter((offer) => offer.id !== id))} />
    </>
  );
}

/** Hosts of notices, dialogs and enlarged thumbnails of the window. */
export function WindowHosts(): ReactNode {
  return (
    <AppProviders>
      <NoticeHost />
      <DialogHost />
      <ThumbnailHover />
    </AppProviders>
  );
}
