import { describe, expect, it } from 'vitest';
import { mysqlHosts, stateOf } from './hosts.ts';

describe('a position of MySQL or MariaDB', () => {
  it.each([
    ['0-1-100', '0-1-100', true],
    ['0-1-100', '0-2-99', true],
    ['0-1-99', '0-1-100', false],
    ['0-1-100,7-2-5', '0-1-100', true],
    ['0-1-100', '0-1-100,7-2-5', false],
    ['wsrep:12', 'wsrep:9', true],
    ['wsrep:9', 'wsrep:12', false],
    ['3e11fa47-71ca:1-10,8a94f357-aab4:1-3:7', '3e11fa47-71ca:4-9,8a94f357-aab4:7', true],
    ['3e11fa47-71ca:1-10', '3e11fa47-71ca:1-11', false],
    ['3e11fa47-71ca:1-10', '8a94f357-aab4:1', false],
  ])('%s includes %s: %s', (position, other, included) => {
    expect(mysqlHosts.includes(position, other)).toBe(included);
  });
});

describe('a server of MySQL or MariaDB', () => {
  const synced = {
    wsrep_on: 'ON',
    wsrep_ready: 'ON',
    wsrep_cluster_status: 'Primary',
    wsrep_local_state: '4',
    wsrep_last_committed: '12',
  };

  it.each([
    [{ read_only: 'OFF', slaves_running: '0', gtid: '0-1-3' }, 'primary', '0-1-3'],
    [{ read_only: '0', gtid: '' }, 'primary', null],
    [{ read_only: 'ON', slaves_running: '0', gtid: '0-1-3' }, 'replica', '0-1-3'],
    [{ read_only: 'OFF', slaves_running: '1', gtid: '0-1-3' }, 'replica', '0-1-3'],
    [
      { read_only: '1', gtid: '3e11fa47-71ca:1-5,\n8a94f357-aab4:1' },
      'replica',
      '3e11fa47-71ca:1-5,8a94f357-aab4:1',
    ],
    [synced, 'peer', 'wsrep:12'],
    [{ ...synced, wsrep_ready: 'OFF' }, 'unfit', 'wsrep:12'],
    [{ ...synced, wsrep_cluster_status: 'non-Primary' }, 'unfit', 'wsrep:12'],
    [{ ...synced, wsrep_local_state: '2' }, 'unfit', 'wsrep:12'],
  ])('that reports %j is a %s at %s', (told, role, position) => {
    expect(stateOf(new Map(Object.entries(told)))).toEqual({ role, term: 0, position });
  });
});
