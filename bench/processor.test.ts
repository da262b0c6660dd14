import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { processesWith, processorTime } from './processor.ts';

const work = 'const end = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < end);';

test('the processor time of child processes counts, even after they have ended', async () => {
  const starter = `
    const { spawnSync } = require('node:child_process');
    spawnSync(process.execPath, ['-e', ${JSON.stringify(work)}]);
    console.log('done');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['-e', starter], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(child.stdout, 'data');
    expect(processorTime(child.pid ?? 0)).toBeGreaterThanOrEqual(200);
  } finally {
    child.kill();
  }
});

test('a process that does not exist has no processor time', () => {
  expect(processorTime(2 ** 22 + 1)).toBe(0);
});

test('processes are found by their command line, without their child processes', async () => {
  const mark = `mark-${process.pid}`;
  // The grandchild ends with its parent, whose end closes its standard input.
  const starter = `
    require('node:child_process').spawn(process.execPath, ['-e', 'process.stdin.resume()', '${mark}']).once('spawn', () => console.log('up'));
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['-e', starter, mark], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(child.stdout, 'data');
    expect(processesWith(mark)).toEqual([child.pid]);
  } finally {
    child.kill();
  }
});
