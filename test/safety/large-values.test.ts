import { megabyte } from '../support/resident.ts';
import { checkLargeValues } from './large-values.ts';

checkLargeValues({ rows: 200, allowed: 96 * megabyte });
