import { checkGenerated } from './check.ts';

// The soak asks many more.
checkGenerated(120, 120, 0.25);
