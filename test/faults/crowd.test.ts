import { checkCrowd } from './crowd.ts';

checkCrowd(100, 400, 2);
