import { engines, liveEngines } from '../support/servers.ts';
import { checkCopies, checkNonInterference } from './interference.ts';

// Most of them are sent in two ways, so that more than ten thousand requests are generated for each engine.
checkNonInterference(engines, 6_000);
// DuckDB loads no copy in which a reference leads nowhere.
checkCopies(liveEngines, 3_000);
