import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { type ReactNode, use, useId, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { useCall } from '../../../platform/query.ts';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { acknowledge, useOwnAcknowledgement } from '../../documents/acknowledgement-news.tsx';
import { AwaitedContext } from '../../documents/awaited-document.ts';
import { ReaderContext } from '../reader.ts';
import type { View } from '../view-request.ts';
import { NoticeLine, TextButton } from '../viewer-parts.tsx';

type Asked = NonNullable<View['toAcknowledge']>;

/** What the user is asked to acknowledge of a document: as its view said, until something else was heard. */
function useAsked(view: View): Asked | undefined {
  const { isVisitor, partOf } = use(ReaderContext);
  const isOwn = !isVisitor && partOf === undefined && view.lent !== true;
  const heard = useOwnAcknowledgement(view.id);
  const found = useCall(acknowledgements.detail, { objId: view.id }, { enabled: isOwn && heard === 'asked' });
  if (!isOwn || heard === 'given' || heard === 'none') return undefined;
  if (heard === undefined || found.data === undefined) return view.toAcknowledge;
  const { request } = found.data;
  return request?.asked === true && request.acknowledgedTime === undefined ? request : undefined;
}

/** Says that the user is asked to read this document, by when, and lets them acknowledge that once it is shown, or told that it cannot be; where another version is shown, leads to the one that is meant. */
export function AcknowledgementLine({ view }: { view: View }): ReactNode {
  const t = useText('preview.viewer');
  const go = useNavigate();
  const asked = useAsked(view);
  const [now] = useState(() => Date.now());
  const [isBusy, setBusy] = useState(false);
  const isAwaited = use(AwaitedContext);
  const reason = useId();
  if (asked === undefined) return null;
  const { dueTime, revisionId, revisionLabel } = asked;
  const isMeant = revisionLabel === view.versionLabel;
  const time = dueTime === undefined ? '' : formatExactTime(dueTime).slice(0, 10);
  const isOver = dueTime !== undefined && Date.parse(dueTime) <= now;
  const give = async (): Promise<void> => {
    setBusy(true);
    try {
      await acknowledge(view.id, view.name);
    } finally {
      setBusy(false);
    }
  };
  return (
    <NoticeLine justify="center" role="status">
      <span>
        {isMeant
          ? t(dueTime === undefined ? 'toConfirm' : isOver ? 'wasToConfirm' : 'toConfirmBy', { time })
          : t(dueTime === undefined ? 'toConfirmOther' : 'toConfirmOtherBy', { label: revisionLabel, time })}
      </span>
      {isMeant ? (
        <>
          <TextButton
            disabled={isBusy}
            // not `disabled`: a button that had the focus would lose it
            {...(isAwaited && { 'aria-disabled': true, 'aria-describedby': reason })}
            onClick={isAwaited ? undefined : () => void give().catch(() => undefined)}
          >
            {t('confirmRead')}
          </TextButton>
          {isAwaited && <span id={reason}>{t('confirmWaits')}</span>}
        </>
      ) : (
        <TextButton onClick={() => go(location.pathname, { id: view.id, currentRev: revisionId }, { replace: true })}>
          {t('openVersion', { label: revisionLabel })}
        </TextButton>
      )}
    </NoticeLine>
  );
}
