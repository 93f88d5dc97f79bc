import { minutes } from '@dossier/contract/minutes';
import { serve, type Served, serveSlow } from '../../ground/http/serve.ts';
import { archiveMeeting } from './archive-meeting.ts';
import { removeTask, saveTask, setDone } from './note-tasks.ts';
import { saveMinutes, showMinutes } from './write-minutes.ts';

export const minutesRoutes: Served[] = [
  serve(minutes.show, showMinutes),
  serve(minutes.save, saveMinutes),
  serve(minutes.saveTask, saveTask),
  serve(minutes.removeTask, removeTask),
  serve(minutes.setDone, setDone),
  // the bytes of its document are on disk before anything is written
  serveSlow(minutes.archive, archiveMeeting),
];
