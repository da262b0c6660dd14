import { liveEngines as engines } from '../support/servers.ts';
import { checkCopies, checkNonInterference } from './interference.ts';

checkNonInterference(engines, 80);
checkCopies(engines, 60);
