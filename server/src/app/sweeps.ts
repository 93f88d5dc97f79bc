import { remindOfAcknowledgements } from '../modules/acknowledgements/reminders.ts';
import { sweepActivity } from '../modules/activity/item-activity.ts';
import { remindOfEndingGrants, remindOfReviews, sweepAccessRequests } from '../modules/access/reminders.ts';
import { sweepBin } from '../modules/documents/bin.ts';
import { contentSweep, sweepRevisions } from '../modules/documents/blob-cleanup.ts';
import { sweepExpired } from '../modules/documents/validity.ts';
import { remindOfValidity } from '../modules/documents/validity-reminders.ts';
import { sweepReservations } from '../modules/documents/open-uploads.ts';
import { zipSweep } from '../modules/documents/zip-files.ts';
import { releaseExpiredOfficeLocks } from '../modules/editing/office-locks.ts';
import { followEditing } from '../modules/editing/follow-editing.ts';
import { followJournals, sweepEditSessions } from '../modules/editing/sweep-sessions.ts';
import { followScanner } from '../modules/governance/scanner-sweep.ts';
import { limitsSweep } from '../modules/identity/licence.ts';
import { importSweep } from '../modules/identity/user-import.ts';
import { remindMeetings } from '../modules/meetings/subscribers.ts';
import { sendEmails } from '../modules/notifications/send-emails.ts';
import { sendPushes } from '../modules/notifications/send-push.ts';
import { sweepRenditions } from '../modules/preview/renditions.ts';
import { sweepPresence } from '../modules/reporting/usage.ts';
import { sweepShareSessions } from '../modules/sharing/share-removal.ts';
import { releaseExpiredLocks } from '../modules/webdav/locks.ts';
import { sweepFlows } from '../modules/workflows/sweep-flows.ts';
import type { Services } from '../platform/context.ts';

const hour = 3600_000;
/** Locks of WebDAV devices last at least a minute. */
const lockSweepMs = 20_000;
const reservationSweepMs = 60_000;
const editSweepMs = 20_000;
/** Emails that are sent at once wait for this time: what comes within it is one email. */
const emailSweepMs = 15_000;
/** Browsers are notified at most this time after a notification. */
const pushSweepMs = 3000;
/** Cabinets may hide documents this time after these have expired. */
const expirySweepMs = 20_000;
/** Who begins or ends editing is shown to others after this time. */
const followEditingMs = 700;
/** The signatures of the virus scanner are asked for at this interval, and everything is checked again in pieces. */
const followScannerMs = 60_000;
/** What others type on another server of the same database is seen after this time. */
const followMs = 300;

/**
 * Runs the sweeps of the modules, at start and every hour: they clear expired rows and files, and send reminders.
 * With `inBackground` also those that run more often, as emails and the ends of locks and drafts.
 */
export function startSweeps(services: Services, inBackground: boolean): void {
  const sweeps = [
    zipSweep(),
    contentSweep(),
    importSweep,
    remindOfEndingGrants,
    remindOfReviews,
    sweepAccessRequests,
    remindOfValidity,
    limitsSweep(),
    sweepBin,
    sweepRevisions,
    sweepRenditions,
    sweepShareSessions,
    sweepPresence,
    sweepActivity,
    remindMeetings,
    remindOfAcknowledgements,
    sweepFlows,
  ];
  const sweep = async (): Promise<void> => {
    for (const runSweep of sweeps) {
      await runSweep(services).catch((error: unknown) => {
        if (!services.stopping.aborted) services.log.warn({ err: error }, 'sweep');
      });
    }
  };
  const timer = setInterval(() => void sweep(), hour);
  timer.unref();
  const often = (runSweep: (services: Services) => Promise<void>, ms: number): NodeJS.Timeout => {
    let isRunning = false;
    return setInterval(() => {
      // one that takes longer than its interval is not begun again meanwhile
      if (isRunning) return;
      isRunning = true;
      void runSweep(services)
        .catch((error: unknown) => {
          if (!services.stopping.aborted) services.log.warn({ err: error }, 'sweep');
        })
        .finally(() => (isRunning = false));
    }, ms).unref();
  };
  const frequent = () => [
    often(releaseExpiredLocks, lockSweepMs),
    often(releaseExpiredOfficeLocks, lockSweepMs),
    often(sweepReservations, reservationSweepMs),
    often(sweepEditSessions, editSweepMs),
    often(sendEmails, emailSweepMs),
    often(sendPushes, pushSweepMs),
    often(sweepExpired, expirySweepMs),
    often(followEditing, followEditingMs),
    often(followScanner, followScannerMs),
  ];
  const timers = inBackground ? [timer, ...frequent()] : [timer];
  if (inBackground && services.database.engine === 'postgres') timers.push(often(followJournals, followMs));
  services.stopping.addEventListener('abort', () => {
    for (const one of timers) clearInterval(one);
  });
  void sweep();
}
