import { checkGenerated } from './check.ts';

checkGenerated(1_600, 1_600);
