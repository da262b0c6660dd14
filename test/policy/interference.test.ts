import { liveEngines as engines } from '../support/servers.ts';
import { checkCopies, checkNonInterference } from './interference.ts';

checkNonInterference(engines, 200);
checkCopies(engines, 150);
