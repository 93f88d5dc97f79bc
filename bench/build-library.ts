import { createHash } from 'node:crypto';
import { level, moduleType, objType } from '@dossier/contract/core/rights';
import { hashPassword } from '../server/src/modules/identity/passwords.ts';
import type { Services } from '../server/src/platform/context.ts';
import { newId } from '../server/src/platform/ids.ts';
import { nameKey, nameSort } from '../server/src/platform/text/names.ts';

/** The ids and sizes of the measured library. */
export interface BenchLibrary {
  loginName: string;
  password: string;
  /** The cabinet of the folders below. */
  cabinet: number;
  /** A document in the big folder. */
  document: number;
  /** A folder with `bigSize` documents, one with 25. */
  bigFolder: number;
  bigSize: number;
  smallFolder: number;
  thousandFolder: number;
  documents: number;
}

/** The password of `admin` in every measured library. */
export const adminPassword = 'bench-admin-1';

const words = [
  '报告',
  '合同',
  '图纸',
  '会议纪要',
  'specification',
  'drawing',
  'invoice',
  '预算',
  '采购',
  'quality plan',
  '验收',
  'minutes',
  '方案',
  'list',
];
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

interface Row {
  id: number;
  kind: number;
  parent_id: number;
  acl_id: number;
  name: string;
  size?: number;
  ext?: string;
}

/** Fills an empty server: cabinets, 4,000 folders, `documents` documents, one folder of 10,000, 200 grants, and a user with 12 principals. */
export async function buildLibrary(dossier: Services, documents: number): Promise<BenchLibrary> {
  const admin = await dossier.database.read.selectFrom('person').select(['id', 'organisation_id']).executeTakeFirstOrThrow();
  const person = await addReader(dossier, admin.organisation_id);
  const now = dossier.now();
  const make = (cabinetId: number, row: Row) => ({
    organisation_id: admin.organisation_id,
    area: moduleType.enterprise,
    area_owner_id: 0,
    cabinet_id: cabinetId,
    name_key: nameKey(row.name),
    name_sort: nameSort(row.name),
    creator_id: admin.id,
    updater_id: admin.id,
    owner_id: admin.id,
    created_at: now,
    updated_at: now,
    version_no: row.kind === objType.document ? 1 : 0,
    revision_id: row.kind === objType.document ? row.id : 0,
    size: 0,
    ext: '',
    ...row,
  });
  const bigSize = Math.min(10_000, documents / 2);
  let first = 0;
  let document = 0;
  let bigFolder = 0;
  let smallFolder = 0;
  let thousandFolder = 0;
  let left = documents - bigSize - 1025;
  const perFolder = Math.ceil(left / 4000);
  for (let c = 0; c < 20; c++) {
    await dossier.database.write(async (db) => {
      const cabinet = newId();
      if (c === 0) first = cabinet;
      const depths = [newId(), newId(), newId()] as const;
      const roots = depths.map((id, depth) => ({
        id,
        root_id: cabinet,
        inheritance_depth: depth,
        parent_id: 0,
        inherits: 1,
        owner_id: admin.id,
        organisation_id: admin.organisation_id,
      }));
      const items = [make(cabinet, { id: cabinet, kind: objType.cabinet, parent_id: 0, acl_id: depths[0], name: `Cabinet ${c}` })];
      const grants: { root: number; reach: number }[] = [{ root: cabinet, reach: 2 }];
      for (let f = 0; f < 200; f++) {
        const folder = newId();
        // every twenty-second folder is an ACL root: with the cabinets' 200 different lists
        const own = f % 22 === 0;
        const lists = own ? ([newId(), newId(), newId()] as const) : ([depths[1], depths[2], depths[2]] as const);
        if (own) {
          roots.push(
            ...lists.map((id, depth) => ({
              id,
              root_id: folder,
              inheritance_depth: depth,
              parent_id: depths[Math.min(2, depth + 1)] ?? 0,
              inherits: 1,
              owner_id: 0,
              organisation_id: admin.organisation_id,
            })),
          );
          grants.push({ root: folder, reach: 2 });
        }
        items.push(
          make(cabinet, { id: folder, kind: objType.folder, parent_id: cabinet, acl_id: lists[0], name: `${pick(words, f)} ${c}-${f}` }),
        );
        const isBig = c === 0 && f === 1;
        const isSmall = c === 0 && f === 2;
        if (isBig) bigFolder = folder;
        if (isSmall) smallFolder = folder;
        const isThousand = c === 0 && f === 3;
        if (isThousand) thousandFolder = folder;
        const count = isBig ? bigSize : isSmall ? 25 : isThousand ? 1000 : Math.min(perFolder, left);
        if (!isBig && !isSmall && !isThousand) left -= count;
        for (let d = 0; d < count; d++) {
          const ext = pick(['pdf', 'docx', 'xlsx', 'png', 'txt'], d);
          const id = newId();
          if (isBig) document = id;
          items.push(
            make(cabinet, {
              id,
              kind: objType.document,
              parent_id: folder,
              acl_id: lists[1],
              name: `${pick(words, d + f)} ${d}.${ext}`,
              size: 1000 + d,
              ext,
            }),
          );
        }
      }
      await db.insertInto('acl').values(roots).execute();
      for (let at = 0; at < items.length; at += 500)
        await db
          .insertInto('item')
          .values(items.slice(at, at + 500))
          .execute();
      const rows = grants.map((grant, n) => ({
        id: newId(),
        root_id: grant.root,
        principal_type: pick(person.principals, n).type,
        principal_id: pick(person.principals, n).id,
        level: level.download,
        inheritance_scope: grant.reach,
        deadline: null,
        creator_id: admin.id,
        created_at: now,
      }));
      await db.insertInto('access_grant').values(rows).execute();
    });
  }
  await dossier.database.write((db) => db.updateTable('cache_version').set({ value: 1000 }).execute());
  return {
    loginName: 'reader',
    password: person.password,
    cabinet: first,
    document,
    bigFolder,
    bigSize,
    smallFolder,
    thousandFolder,
    documents,
  };
}

/** The user of the measurements: in 4 groups, 3 nested departments, 3 roles, the organisation: 12 principals with the user itself. */
async function addReader(dossier: Services, organisationId: number) {
  const password = createHash('sha256').update('reader').digest('base64url').slice(0, 16);
  const hash = await hashPassword(password);
  const id = newId();
  const principals = [
    { type: 'user', id },
    { type: 'organisation', id: organisationId },
  ];
  await dossier.database.write(async (db) => {
    const text = (name: string) => ({ name, name_key: nameKey(name), name_sort: nameSort(name), pinyin: '' });
    await db
      .insertInto('person')
      .values({
        id,
        organisation_id: organisationId,
        login_name: 'reader',
        login_key: 'reader',
        full_name: 'Reader',
        full_key: 'reader',
        full_sort: 'reader',
        pinyin: '',
        password_hash: hash,
        created_at: dossier.now(),
      })
      .execute();
    let parent = 0;
    for (let n = 0; n < 4; n++) {
      const group = newId();
      await db
        .insertInto('user_group')
        .values({ id: group, organisation_id: organisationId, ...text(`Group ${n}`) })
        .execute();
      await db.insertInto('user_group_member').values({ group_id: group, person_id: id }).execute();
      principals.push({ type: 'group', id: group });
      if (n === 3) continue;
      const department = newId();
      await db
        .insertInto('department')
        .values({
          id: department,
          organisation_id: organisationId,
          parent_id: parent,
          sort_number: 99,
          ...text(`Department ${n}`),
        })
        .execute();
      parent = department;
      principals.push({ type: 'department', id: department });
      const role = newId();
      await db
        .insertInto('role')
        .values({ id: role, organisation_id: organisationId, ...text(`Role ${n}`), module_types: '[1,2,3,4]', built_in: 0 })
        .execute();
      await db.insertInto('role_member').values({ role_id: role, person_id: id }).execute();
      principals.push({ type: 'role', id: role });
    }
    await db.insertInto('department_member').values({ department_id: parent, person_id: id }).execute();
  });
  return { id, password, principals };
}
