import { looks } from '@dossier/contract/looks';
import { links, shares } from '@dossier/contract/shares';
import { thumbnails } from '@dossier/contract/thumbnails';
import { serve, type Served, serveSlow } from '../../ground/http/serve.ts';
import { exportShare } from './export-share.ts';
import { listLink, showLink } from './link-items.ts';
import { askDoor, enterShare, openLink } from './open-link.ts';
import { leaveLink, removeShare } from './remove-share.ts';
import { listLinkThumbnails } from './link-thumbnails.ts';
import { notePage } from './seen-pages.ts';
import { checkInByLink, uploadByLink } from './send-by-link.ts';
import { showPages } from './show-pages.ts';
import { showTimeline } from './show-timeline.ts';
import { showVisitors } from './show-visitors.ts';
import { fetchAll, fetchLink, printLink, viewLink } from './use-link.ts';

export const visitRoutes: Served[] = [
  serve(links.pwd, askDoor),
  // a password is compared, and tries are counted apart
  serveSlow(links.open, openLink),
  serve(shares.enter, enterShare),
  serve(links.info, showLink),
  serve(links.items, listLink),
  serve(links.view, viewLink),
  serve(thumbnails.byLink, listLinkThumbnails),
  // what a zip would hold is looked at before the download is counted
  serveSlow(links.download, fetchLink),
  serveSlow(links.downloadAll, fetchAll),
  serve(links.print, printLink),
  serve(links.upload, uploadByLink),
  serve(links.checkIn, checkInByLink),
  serve(links.leave, leaveLink),
  serveSlow(looks.seen, notePage),
  serve(shares.visitors, showVisitors),
  serve(shares.pages, showPages),
  serve(shares.timeline, showTimeline),
  serve(shares.export, exportShare),
  serve(shares.remove, removeShare),
];
