import { editing } from '@dossier/contract/editing/editing';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import type { Subscriber } from '../../platform/events/outbox.ts';
import { type Served, type ServedFile, serve, serveSlow } from '../../platform/http/serve.ts';
import type { ServedSocket } from '../../platform/http/sockets.ts';
import { lockAnnouncer } from './follow-editing.ts';
import { draftFiles } from './files/draft-files.ts';
import { closeFile, discardFile, keepFile, openFile, saveFile } from './files/file-sessions.ts';
import { commentsOfFile, followedFiles, followFile } from './files/follow-file.ts';
import { roomSocket } from './rooms/room-socket.ts';
import { openForEditing, preEdit } from './sessions/edit-sessions.ts';
import { askRelease, createDocument, refuseRelease } from './sessions/new-documents.ts';
import { keepUnsaved } from './sessions/save-session.ts';
import {
  closeFileByLink,
  commentsByLink,
  discardFileByLink,
  keepFileByLink,
  openByLink,
  openFileByLink,
  preEditByLink,
  saveFileByLink,
} from './sessions/visitor-sessions.ts';
import { revisionSubscriber, shareTermsSubscriber } from './sweep-sessions.ts';
import { deckFiles } from './slides/deck-file.ts';
import { pictureFiles } from './slides/uploaded-pictures.ts';
import { bookFiles } from './workbooks/book-file.ts';

export const editingRoutes: Served[] = [
  serveSlow(editing.preEdit, preEdit),
  serveSlow(editing.open, (ctx, input) => openForEditing(ctx, input, keepUnsaved)),
  serveSlow(linkEditing.preEdit, preEditByLink),
  serveSlow(linkEditing.open, openByLink),
  serveSlow(linkEditing.openFile, openFileByLink),
  serveSlow(linkEditing.wordComments, commentsByLink),
  serveSlow(linkEditing.keepFile, keepFileByLink),
  serveSlow(linkEditing.saveFile, saveFileByLink),
  serveSlow(linkEditing.discardFile, discardFileByLink),
  serveSlow(linkEditing.closeFile, closeFileByLink),
  serveSlow(editing.openFile, openFile),
  serve(editing.followFile, followFile),
  serveSlow(editing.wordComments, commentsOfFile),
  serveSlow(editing.keepFile, keepFile),
  serveSlow(editing.saveFile, saveFile),
  serveSlow(editing.discardFile, discardFile),
  serveSlow(editing.closeFile, closeFile),
  serve(editing.askRelease, askRelease),
  serve(editing.refuseRelease, refuseRelease),
  serveSlow(editing.create, createDocument),
];

export const editingFiles: ServedFile[] = [...draftFiles, ...followedFiles, ...bookFiles, ...deckFiles, ...pictureFiles];

export const editingSockets: ServedSocket[] = [roomSocket];

export const editingSubscribers: Subscriber[] = [revisionSubscriber, shareTermsSubscriber, lockAnnouncer];
