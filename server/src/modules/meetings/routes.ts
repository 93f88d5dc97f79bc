import { agendaDocuments, meetings } from '@dossier/contract/meetings/meetings';
import { minutes } from '@dossier/contract/meetings/minutes';
import { scores, votes } from '@dossier/contract/meetings/votes';
import { type Served, type ServedFile, serve, serveSlow } from '../../platform/http/serve.ts';
import { addAgendaDocument, removeAgendaDocument, saveAgenda } from './agenda.ts';
import { answerMeeting, invitePeople, recordAttendance, removeInvitation } from './meetings/attendees.ts';
import { calendarFile, showCalendar } from './meetings/calendar.ts';
import { changeMeeting, createMeeting, setMeetingState } from './meetings/meeting-lifecycle.ts';
import { listAttendees, listMeetings, showMeeting, upcomingMeetings } from './meetings/read-meetings.ts';
import { archiveMeeting } from './minutes/archive-meeting.ts';
import { removeTask, saveMinutes, saveTask, setTaskDone, showMinutes } from './minutes/minutes.ts';
import { exportVote, listVotes, showSummary, showVote } from './votes/read-votes.ts';
import { closeScore, createScore, exportScore, giveScores, listScores, showScore } from './votes/scores.ts';
import { castVote, closeVote, createVote } from './votes/votes.ts';

export const meetingRoutes: Served[] = [
  serve(meetings.list, listMeetings),
  serve(meetings.coming, upcomingMeetings),
  serve(meetings.show, showMeeting),
  serve(meetings.people, listAttendees),
  serve(meetings.create, createMeeting),
  serve(meetings.update, changeMeeting),
  serve(meetings.setState, setMeetingState),
  serve(meetings.invite, invitePeople),
  serve(meetings.leaveOut, removeInvitation),
  serve(meetings.answer, answerMeeting),
  serve(meetings.sign, recordAttendance),
  serve(meetings.saveAgenda, saveAgenda),
  serve(meetings.calendar, showCalendar),
  serve(agendaDocuments.add, addAgendaDocument),
  serve(agendaDocuments.remove, removeAgendaDocument),
];

export const meetingFiles: ServedFile[] = [calendarFile];

export const voteRoutes: Served[] = [
  serve(votes.list, listVotes),
  serve(votes.show, showVote),
  serve(votes.create, createVote),
  serve(votes.cast, castVote),
  serve(votes.close, closeVote),
  serve(votes.summary, showSummary),
  serve(votes.export, exportVote),
  serve(scores.list, listScores),
  serve(scores.create, createScore),
  serve(scores.give, giveScores),
  serve(scores.close, closeScore),
  serve(scores.summary, showScore),
  serve(scores.export, exportScore),
];

export const minutesRoutes: Served[] = [
  serve(minutes.show, showMinutes),
  serve(minutes.save, saveMinutes),
  serve(minutes.saveTask, saveTask),
  serve(minutes.removeTask, removeTask),
  serve(minutes.setDone, setTaskDone),
  // the bytes of the document are on disk before any row is written
  serveSlow(minutes.archive, archiveMeeting),
];
