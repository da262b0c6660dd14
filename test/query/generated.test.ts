import { checkGenerated } from './check.ts';

// The soak asks many more.
checkGenerated(20, 20, 0.25);
