import { checkCopies, checkNonInterference } from './interference.ts';
import { limited } from './people.ts';

// The soak test sends many more, for all users on every engine. Visibility is decided before an engine is asked, so the
// other engines get only a few.
checkNonInterference(['sqlite'], 20);
checkCopies(['sqlite'], 16);
checkNonInterference(['postgres'], 20, [...limited.slice(0, 1), ...limited.slice(-1)]);
checkNonInterference(['duckdb'], 12, limited.slice(0, 1));
