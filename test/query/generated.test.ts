import { checkGenerated } from './check.ts';

// The soak asks many more.
checkGenerated(60, 60, 0.25);
