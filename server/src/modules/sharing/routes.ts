import { previewByToken } from '@dossier/contract/preview/preview-token';
import { thumbnails } from '@dossier/contract/preview/thumbnails';
import { links, shares } from '@dossier/contract/sharing/shares';
import { type Served, serve, serveSlow } from '../../platform/http/serve.ts';
import { changeShare, closeOtherShare, closeShare, createShare, reopenShare } from './links/edit-shares.ts';
import { listAllShares, listReceived, listShares, newestReceived, showShare } from './links/list-shares.ts';
import { mailShare, revokeRecipient } from './recipients/recipients.ts';
import { endShareSession, removeShare } from './share-removal.ts';
import { saveOrganisationRules, showOrganisationRules, showShareRules } from './share-rules.ts';
import { openLink, openShareAsUser, proveAddress, showLinkRequirements } from './share-sessions/open-link.ts';
import { recordPageTime } from './share-sessions/record-activity.ts';
import {
  checkInByLink,
  downloadSharedItem,
  downloadSharedItems,
  listLinkThumbnails,
  listSharedItems,
  printSharedDocument,
  showSharedLink,
  uploadByLink,
  viewSharedDocument,
} from './share-sessions/shared-items.ts';
import { exportActivity, showPageTimes, showTimeline, showVisitors } from './share-sessions/show-activity.ts';

export const shareRoutes: Served[] = [
  serve(shares.rules, showShareRules),
  // the password is hashed before the transaction
  serveSlow(shares.create, createShare),
  serve(shares.list, listShares),
  serve(shares.show, showShare),
  serveSlow(shares.update, changeShare),
  serve(shares.close, closeShare),
  serve(shares.reopen, reopenShare),
  serve(shares.revoke, revokeRecipient),
  serveSlow(shares.mail, mailShare),
  serve(shares.received, listReceived),
  serve(shares.innerShare, newestReceived),
  serve(shares.organisationRules, showOrganisationRules),
  serve(shares.saveRules, saveOrganisationRules),
  serve(shares.all, listAllShares),
  serve(shares.closeOther, closeOtherShare),
];

export const shareSessionRoutes: Served[] = [
  serve(links.pwd, showLinkRequirements),
  // the password is verified, and attempts are counted, in transactions of their own
  serveSlow(links.open, openLink),
  serve(shares.enter, openShareAsUser),
  serve(links.info, showSharedLink),
  serve(links.items, listSharedItems),
  serve(links.view, viewSharedDocument),
  serve(thumbnails.byLink, listLinkThumbnails),
  // the contents of a zip are checked before the download is counted
  serveSlow(links.download, downloadSharedItem),
  serveSlow(links.downloadAll, downloadSharedItems),
  serve(links.print, printSharedDocument),
  serveSlow(links.upload, uploadByLink),
  serveSlow(links.checkIn, checkInByLink),
  // a code is verified, and attempts are counted, in transactions of their own
  serveSlow(links.prove, proveAddress),
  serve(links.leave, endShareSession),
  serveSlow(previewByToken.seen, recordPageTime),
  serve(shares.visitors, showVisitors),
  serve(shares.pages, showPageTimes),
  serve(shares.timeline, showTimeline),
  serve(shares.export, exportActivity),
  serve(shares.remove, removeShare),
];
