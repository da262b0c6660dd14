import { engines, liveEngines } from '../support/servers.ts';
import { checkCopies, checkNonInterference } from './interference.ts';

// Most requests are sent in two ways, so more than ten thousand are generated for each engine.
checkNonInterference(engines, 6_000);
// DuckDB cannot load a copy with dangling references.
checkCopies(liveEngines, 3_000);
