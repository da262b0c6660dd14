import { checkHostile } from '../query/hostile.ts';
import { hostileNames } from '../query/hostile-names.ts';

checkHostile(hostileNames, 5_000);
