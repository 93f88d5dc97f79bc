import { z } from 'zod';
import { refusedAs } from '../core/codes.ts';
import { get, post } from '../core/route.ts';
import { Id, Int, Lang, Text, Time, pageFields, paged } from '../core/shapes.ts';

/** The format of a cell: plain text, a name, an amount, a time (`day`: one to come) or a number with a label. */
export type CellKind =
  | 'text'
  | 'item'
  | 'person'
  | 'number'
  | 'bytes'
  | 'time'
  | 'hour'
  | 'hours'
  | 'level'
  | 'reach'
  | 'grantee'
  | 'yes'
  | 'day';

/** A column of a report: its name, its format, and whether it can be sorted. */
export interface ReportColumn {
  name: string;
  kind: CellKind;
  sorts?: boolean;
}

const sorted = (name: string, kind: CellKind = 'number'): ReportColumn => ({ name, kind, sorts: true });
const plain = (name: string, kind: CellKind = 'text'): ReportColumn => ({ name, kind });

const userActivities = ['signIns', 'views', 'downloads', 'prints', 'uploads', 'shares', 'others'].map((name) => sorted(name));
const grantColumns = [
  plain('item', 'item'),
  plain('grantee', 'grantee'),
  plain('level', 'level'),
  plain('reach', 'reach'),
  sorted('until', 'day'),
  plain('giver'),
  sorted('given', 'time'),
];
const amounts = [sorted('documents'), sorted('bytes', 'bytes'), sorted('allBytes', 'bytes')];

/** The tables of the reports; the first columns name the row. Sortable columns start in descending order. */
export const reportViews = {
  people: [plain('person', 'person'), plain('department'), ...userActivities, sorted('last', 'hour')],
  idle: [plain('person', 'person'), plain('department'), sorted('last', 'time'), sorted('created', 'time')],
  used: [plain('item', 'item'), plain('owner'), sorted('views'), sorted('downloads')],
  newest: [plain('item', 'item'), plain('owner'), plain('size', 'bytes'), plain('created', 'time')],
  largest: [plain('item', 'item'), plain('owner'), plain('size', 'bytes'), plain('versions', 'number'), plain('created', 'time')],
  unopened: [plain('item', 'item'), plain('owner'), sorted('size', 'bytes'), sorted('created', 'time')],
  duplicates: [plain('item', 'item'), sorted('copies'), plain('size', 'bytes'), sorted('wasted', 'bytes')],
  grants: grantColumns,
  ending: grantColumns,
  full: grantColumns,
  roots: [plain('item', 'item'), plain('inherits', 'yes'), sorted('grants'), plain('owner')],
  sessions: [
    plain('person', 'person'),
    plain('department'),
    sorted('begun', 'time'),
    sorted('last', 'time'),
    sorted('hours', 'hours'),
    plain('device'),
    plain('address'),
  ],
  online: [plain('person', 'person'), plain('department'), sorted('hours', 'hours'), sorted('sessions'), sorted('last', 'hour')],
  devices: [plain('device'), sorted('people'), sorted('sessions')],
  addresses: [plain('address'), sorted('people'), sorted('sessions')],
  byOrganisation: [plain('organisation'), ...amounts],
  byDepartment: [plain('department'), ...amounts],
  byCabinet: [plain('item', 'item'), ...amounts],
  byType: [plain('type'), ...amounts],
  byPerson: [plain('person', 'person'), ...amounts],
} as const satisfies Record<string, readonly ReportColumn[]>;

export type ReportView = keyof typeof reportViews;

/** The reports with their tables, in display order, and the series that each draws over time. */
export const reportTables = {
  userBehavior: { views: ['people', 'idle'], series: ['active', 'signIns', 'views', 'downloads', 'prints', 'uploads', 'shares'] },
  document: { views: ['used', 'newest', 'largest', 'unopened', 'duplicates'], series: ['opened', 'fetched', 'added'] },
  permissions: { views: ['grants', 'ending', 'full', 'roots'], series: [] },
  userOnline: { views: ['online', 'sessions', 'devices', 'addresses'], series: ['people', 'sessions'] },
  fileTotal: { views: ['byCabinet', 'byType', 'byDepartment', 'byPerson', 'byOrganisation'], series: ['documents', 'bytes'] },
} as const satisfies Record<string, { views: readonly ReportView[]; series: readonly string[] }>;

export type Report = keyof typeof reportTables;

/** Reports on rights, which need the permission for rights only. */
export const rightsViews = ['grants', 'ending', 'full', 'roots'] as const satisfies readonly ReportView[];
const otherViews = (Object.keys(reportViews) as ReportView[]).filter((view) => !(rightsViews as readonly ReportView[]).includes(view));

/** The most days of a report. */
export const maxReportDays = 366;
/** The most rows of an exported file. */
export const maxExportedRows = 50_000;

const scope = {
  from: Time,
  /** Exclusive. */
  to: Time,
  /** Minutes east of UTC, for the boundaries of days. */
  zone: Int.default(0).pipe(z.number().min(-840).max(840)),
  /** Users of a department and of those below it. */
  departmentId: Id.optional(),
  userId: Id.optional(),
};
const order = { sort: z.string().max(40).optional(), sortDirection: z.enum(['asc', 'desc']).default('desc') };

/** A row: its cells as texts in the order of the columns, '' where empty; and its subject, as far as the caller may see it. */
export const ReportRow = z.object({
  id: Text,
  cells: z.array(Text),
  objId: Id.optional(),
  objType: z.number().optional(),
  ext: Text.optional(),
  userId: Id.optional(),
  /** Type of the principal that holds a right. */
  granteeType: Text.optional(),
  /** It is about an item that the caller may not see, which stays unnamed. */
  hidden: z.boolean().optional(),
});
export type ReportRow = z.infer<typeof ReportRow>;

const ofView = <const V extends ReportView>(views: readonly V[]) => ({
  view: z.enum(views as [V, ...V[]], refusedAs('reportMissing')).default(views[0] as never),
  ...scope,
  ...order,
});
const Offer = z.object({ downloadUrl: Text, fileName: Text });

export const statistics = {
  table: get('/report/pageList', {
    access: 'reports.see',
    branch: true,
    does: 'A table of a report on people, documents or storage, over a time and of some people',
    input: z.object({ ...pageFields, ...ofView(otherViews) }),
    output: paged(ReportRow),
  }),
  rights: get('/report/rights', {
    access: 'rights.see',
    does: 'A table of the report on rights in the shared areas; an item that the caller may not see stays unnamed',
    input: z.object({ ...pageFields, ...ofView(rightsViews) }),
    output: paged(ReportRow),
  }),
  chart: get('/report/chart', {
    access: 'reports.see',
    branch: true,
    does: 'What a report draws: by hour up to three days, otherwise by day',
    input: z.object({ report: z.enum(['userBehavior', 'document', 'userOnline', 'fileTotal'], refusedAs('reportMissing')), ...scope }),
    /** `values` are in the order of the report's series; empty points are left out. */
    output: z.object({ unit: z.enum(['hour', 'day']), points: z.array(z.object({ at: Text, values: z.array(z.number()) })) }),
  }),
  export: post('/report/export', {
    access: 'reports.see',
    branch: true,
    does: 'Where to fetch a table of a report as CSV; 5404 where it has too many rows. Noted in the log',
    input: z.object({ ...ofView(otherViews), lang: Lang.optional() }),
    output: Offer,
  }),
  exportRights: post('/report/exportRights', {
    access: 'rights.see',
    does: 'The same for a table of the report on rights',
    input: z.object({ ...ofView(rightsViews), lang: Lang.optional() }),
    output: Offer,
  }),
};
