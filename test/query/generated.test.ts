import { checkGenerated } from './check.ts';

checkGenerated(1_000, 1_000, 0.1);
