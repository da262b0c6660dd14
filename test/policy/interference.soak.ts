import { engines, liveEngines } from '../support/servers.ts';
import { checkCopies, checkNonInterference } from './interference.ts';

checkNonInterference(engines, 10_000);
// DuckDB loads no copy in which a reference leads nowhere.
checkCopies(liveEngines, 3_000);
