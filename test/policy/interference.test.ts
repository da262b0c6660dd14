import { checkCopies, checkNonInterference } from './interference.ts';
import { limited } from './people.ts';

// The soak asks many more, on every engine. These two differ most: one reads in the process, one is a server.
checkNonInterference(['sqlite', 'postgres'], 80);
checkCopies(['sqlite', 'postgres'], 60);
checkNonInterference(['duckdb'], 40, limited.slice(0, 2));
