import { event, loggedShape } from '../../platform/events/event.ts';

export const reportExported = event('report.exported', loggedShape);
