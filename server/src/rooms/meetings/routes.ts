import { meetingPapers, meetings } from '@dossier/contract/meetings';
import { serve, type Served, type ServedFile } from '../../ground/http/serve.ts';
import { answerMeeting, signMeeting } from './attend.ts';
import { calendarFile, showCalendar } from './calendar.ts';
import { changeMeeting, setMeetingState } from './change-meeting.ts';
import { createMeeting } from './create-meeting.ts';
import { invitePeople, leaveOut } from './invite.ts';
import { comingMeetings, listMeetings } from './list-meetings.ts';
import { addPaper, removePaper } from './papers.ts';
import { saveAgenda } from './save-agenda.ts';
import { showMeeting, showPeople } from './show-meeting.ts';

export const meetingRoutes: Served[] = [
  serve(meetings.list, listMeetings),
  serve(meetings.coming, comingMeetings),
  serve(meetings.show, showMeeting),
  serve(meetings.people, showPeople),
  serve(meetings.create, createMeeting),
  serve(meetings.update, changeMeeting),
  serve(meetings.setState, setMeetingState),
  serve(meetings.invite, invitePeople),
  serve(meetings.leaveOut, leaveOut),
  serve(meetings.answer, answerMeeting),
  serve(meetings.sign, signMeeting),
  serve(meetings.saveAgenda, saveAgenda),
  serve(meetings.calendar, showCalendar),
  serve(meetingPapers.add, addPaper),
  serve(meetingPapers.remove, removePaper),
];

export const meetingFiles: ServedFile[] = [calendarFile];
