import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../platform/i18n.ts';
import { useOwnSession } from '../../platform/unkept-work.ts';
import { CenteredCard } from '../../platform/ui/centered-card.tsx';

/** Takes all that stands on the page out of it, and what comes besides; answers how to bring it back. The editor goes on in memory. */
function takeAway(except: HTMLElement): () => void {
  const kept = document.createDocumentFragment();
  kept.append(...document.body.childNodes);
  document.body.append(except);
  const observer = new MutationObserver(() => kept.append(...[...document.body.childNodes].filter((node) => node !== except)));
  observer.observe(document.body, { childList: true });
  return () => {
    observer.disconnect();
    except.remove();
    document.body.prepend(kept);
  };
}

/** Stands in place of an editor with unkept work while somebody else than its writer is signed in: they see and get nothing of the document. */
export function ForeignCover(): ReactNode {
  const t = useText('editing.editor');
  const isForeign = useOwnSession(({ state }) => state === 'foreign');
  const [place] = useState(() => document.createElement('div'));
  const title = t('otherUserTitle');
  useLayoutEffect(() => {
    if (!isForeign) return undefined;
    const bringBack = takeAway(place);
    const { title: before } = document;
    document.title = title;
    return () => {
      document.title = before;
      bringBack();
    };
  }, [isForeign, place, title]);
  if (!isForeign) return null;
  return createPortal(
    <CenteredCard title={title}>
      <p role="alert">{t('otherUser')}</p>
    </CenteredCard>,
    place,
  );
}
