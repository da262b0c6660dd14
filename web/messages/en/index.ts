// English, all rooms together.
import { account } from './account.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { grid } from './grid.ts';
import { home } from './home.ts';
import { library } from './library.ts';
import { login } from './login.ts';
import { map } from './map.ts';
import { palette } from './palette.ts';
import { query } from './query.ts';
import { rail } from './rail.ts';
import { record } from './record.ts';
import { workbench } from './workbench.ts';

export const en = {
  account,
  common,
  errors,
  grid,
  home,
  library,
  login,
  map,
  palette,
  query,
  record,
  rail,
  workbench,
};
