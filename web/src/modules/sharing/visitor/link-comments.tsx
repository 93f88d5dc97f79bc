import { linkComments, linkCommentsEveryMs } from '@dossier/contract/comments/link-comments';
import { links } from '@dossier/contract/sharing/shares';
import type { OpenedShare } from '@dossier/contract/sharing/shares';
import { useEffect, useMemo } from 'react';
import commentTexts from 'virtual:texts/visitorComments';
import { onMarking } from '../../../platform/comment-places.ts';
import { addTextLoaders } from '../../../platform/i18n.ts';
import { invalidateRoutes, useCall } from '../../../platform/query.ts';
import { lazyThemed } from '../../../platform/ui/lazy-theme.tsx';
import type { Reader } from '../../preview/reader.ts';

/** The threads, with the texts that the share client does not begin with. */
const VisitorComments = lazyThemed(async () => {
  const [{ VisitorComments: Loaded }] = await Promise.all([import('../../comments/visitor-comments.tsx'), addTextLoaders(commentTexts)]);
  return Loaded;
});

/** The link may have been changed meanwhile. */
const askAgain = (): void => void invalidateRoutes(links.info);

interface LinkCommentsTerms {
  token: string;
  id: string;
  /** The version that is shown, once it is. */
  revisionId: string | undefined;
  opened: OpenedShare | undefined;
  /** Asks the visitor to prove a name. */
  prove: () => void;
}

/** The comments on a shared document, where its visitor may write some, or may once a name is proven. */
export function useLinkComments({ token, id, revisionId, opened, prove }: LinkCommentsTerms): Reader['comments'] {
  const isOffered = opened?.commentsOnline === true;
  const isProven = opened?.isProven === true;
  const { data: places } = useCall(
    linkComments.places,
    { token, objId: id },
    { enabled: isOffered && isProven, every: linkCommentsEveryMs },
  );
  useEffect(() => (isOffered && isProven ? onMarking(VisitorComments.preload) : undefined), [isOffered, isProven]);
  return useMemo(() => {
    if (!isOffered) return undefined;
    return {
      places,
      revisionId,
      panel: (view) => <VisitorComments token={token} id={view.id} ext={view.ext} revision={revisionId} refused={askAgain} />,
      ...(!isProven && { prove }),
    };
  }, [isOffered, isProven, places, prove, revisionId, token]);
}
