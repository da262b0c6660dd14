// English, all rooms together.
import { account } from './account.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { home } from './home.ts';
import { library } from './library.ts';
import { login } from './login.ts';
import { palette } from './palette.ts';
import { query } from './query.ts';

export const en = {
  account,
  common,
  errors,
  home,
  library,
  login,
  palette,
  query,
};
