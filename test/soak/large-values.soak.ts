import { checkLargeValues } from '../safety/large-values.ts';
import { megabyte } from '../support/resident.ts';

checkLargeValues({ rows: 4_000, allowed: 96 * megabyte });
