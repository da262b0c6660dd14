import { breakableEngines } from '../support/servers.ts';
import { describeInstances } from './instances-suite.ts';

for (const engine of breakableEngines) describeInstances(engine, { seconds: 2, rounds: 1, awaySeconds: 3 });
