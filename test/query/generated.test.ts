import { checkGenerated } from './check.ts';

checkGenerated(1_600);
