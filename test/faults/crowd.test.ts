import { checkCrowd } from './crowd.ts';

checkCrowd(60, 400, 2);
