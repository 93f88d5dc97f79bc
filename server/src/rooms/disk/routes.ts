import { disk } from '@dossier/contract/disk';
import { serve, type Served, serveSlow } from '../../ground/http/serve.ts';
import { allowPerson, changeState, listDevices } from './change-devices.ts';
import { addDevice, listOwn, removeDevice } from './own-devices.ts';

export const diskRoutes: Served[] = [
  serve(disk.own, listOwn),
  serveSlow(disk.add, addDevice),
  serve(disk.remove, removeDevice),
  serve(disk.devices, listDevices),
  serve(disk.setState, changeState),
  serve(disk.allow, allowPerson),
];
