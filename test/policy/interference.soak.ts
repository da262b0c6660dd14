import { liveEngines as engines } from '../support/servers.ts';
import { checkCopies, checkNonInterference } from './interference.ts';

checkNonInterference(engines, 10_000);
checkCopies(engines, 3_000);
