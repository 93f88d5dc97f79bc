/** A row of the item table as queries answer it. */
export interface ItemRow {
  id: number;
  kind: number;
  organisation_id: number;
  area: number;
  area_owner_id: number;
  cabinet_id: number;
  parent_id: number;
  acl_id: number;
  bin_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  ext: string;
  size: number;
  version_no: number;
  revision_id: number;
  description: string;
  sort_number: number;
  publishing: number;
  creator_id: number;
  updater_id: number;
  owner_id: number;
  created_at: number;
  updated_at: number;
  lock_person_id: number;
  locked_at: number;
}
