import { checkCrowd } from '../faults/crowd.ts';

checkCrowd(500, 1_000, 10);
