import { checkGenerated } from './check.ts';

// The soak asks many more.
checkGenerated(16, 8, 0.25);
