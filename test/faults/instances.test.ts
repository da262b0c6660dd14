import { describeInstances } from './instances-suite.ts';

// The soak test runs longer, and with a store on each engine.
describeInstances('postgres', { seconds: 1, rounds: 1, awaySeconds: 2, pauseMs: 50 });
