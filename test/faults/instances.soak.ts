import { breakableEngines } from '../support/servers.ts';
import { describeInstances } from './instances-suite.ts';

for (const engine of breakableEngines)
  describeInstances(engine, { seconds: 60, rounds: 5, awaySeconds: 10, pauseMs: 0 });
