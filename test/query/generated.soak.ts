import { checkGenerated } from './check.ts';

// Beside the answers this shows that ten thousand queries leave the database as it was.
checkGenerated(10_000, 2_000);
