import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import type { Caller } from './caller.ts';
import { type Company, granteeOf, need } from './company.ts';
import { type Cabinet, type Gift, cabinets } from './company/cabinets.ts';
import { type Paper, type Shelf, readShelf } from './company/shelf.ts';
import { personal } from './company/system-shelves.ts';

/** A document to be filed: its place, and its clerks. */
export interface Filing {
  paper: Paper;
  parentId: string;
  clerks: string[];
  /** Its folders and title, by which later steps find it. */
  path: string;
}

const day = 24 * 3600 * 1000;

/** Creates the cabinets with their folders and rights; returns the documents to file in them. */
export async function fillCabinets(company: Company): Promise<Filing[]> {
  const filings: Filing[] = [];
  for (const cabinet of cabinets) filings.push(...(await makeCabinet(company, cabinet)));
  for (const [login, text] of personal) {
    const shelf = readShelf(text);
    const caller = await company.as(login);
    const { id } = await caller.call(library.createCabinet, { name: shelf.name, moduleType: moduleType.my });
    filings.push(...(await makeFolders(caller, shelf, { id, path: shelf.name, clerks: [login] })).filings);
  }
  return filings;
}

async function makeCabinet(company: Company, cabinet: Cabinet): Promise<Filing[]> {
  const { admin } = company;
  const shelf = readShelf(cabinet.shelf);
  const { id } = await admin.call(library.createCabinet, {
    name: shelf.name,
    moduleType: cabinet.area,
    description: cabinet.description,
  });
  await admin.call(permissions.owner, { objId: id, userId: need(company.users, cabinet.owner) });
  const owner = await company.as(cabinet.owner);
  const { filings, folders } = await makeFolders(owner, shelf, { id, path: shelf.name, clerks: cabinet.clerks });
  const clerks = cabinet.clerks.filter((login) => login !== cabinet.owner);
  for (const login of clerks) await give(id, { who: `user:${login}`, level: 'modify' });
  for (const folder of cabinet.closed ?? [])
    await owner.call(permissions.inherit, { objId: need(folders, `${shelf.name}/${folder}`), inherit: false });
  for (const gift of cabinet.gifts) await give(gift.folder === undefined ? id : need(folders, `${shelf.name}/${gift.folder}`), gift);
  return filings.map((filing) => (isClosed(cabinet, shelf.name, filing.path) ? { ...filing, clerks: [cabinet.owner] } : filing));

  async function give(objId: string, { who: principal, level: name, days }: Gift): Promise<void> {
    const deadline = days === undefined ? {} : { deadline: new Date(Date.now() + days * day).toISOString() };
    await owner.call(permissions.grant, { objId, ...granteeOf(company, principal), level: level[name], ...deadline });
  }
}

const isClosed = ({ closed = [] }: Cabinet, name: string, path: string): boolean =>
  closed.some((folder) => path.startsWith(`${name}/${folder}/`));

interface Place {
  id: string;
  path: string;
  clerks: string[];
}

async function makeFolders(caller: Caller, shelf: Shelf, place: Place): Promise<{ filings: Filing[]; folders: Map<string, string> }> {
  const filings = shelf.papers.map((paper) => ({
    paper,
    parentId: place.id,
    clerks: place.clerks,
    path: `${place.path}/${paper.title}.${paper.kind}`,
  }));
  const folders = new Map([[place.path, place.id]]);
  for (const [at, folder] of shelf.folders.entries()) {
    const { id } = await caller.call(library.createFolder, { parentId: place.id, name: folder.name, sortNumber: at + 1 });
    const below = await makeFolders(caller, folder, { ...place, id, path: `${place.path}/${folder.name}` });
    filings.push(...below.filings);
    for (const [path, folderId] of below.folders) folders.set(path, folderId);
  }
  return { filings, folders };
}
