import { liveEngines as engines } from '../support/servers.ts';
import { checkCopies, checkNonInterference } from './interference.ts';

checkNonInterference(engines, 300);
checkCopies(engines, 300);
