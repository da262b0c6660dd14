import { checkGenerated } from './check.ts';

// The soak asks many more.
checkGenerated(40, 40, 0.25);
