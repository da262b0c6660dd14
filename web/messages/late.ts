// The words of lazily loaded rooms, which would be too large for the first view.
import { access } from './en/access.ts';
import { assistants } from './en/assistants.ts';
import { charts } from './en/charts.ts';
import { dashboards } from './en/dashboards.ts';
import { difference } from './en/difference.ts';
import { edit } from './en/edit.ts';
import { formula } from './en/formula.ts';
import { grid } from './en/grid.ts';
import { help } from './en/help.ts';
import { imports } from './en/import.ts';
import { inferred } from './en/inferred.ts';
import { map } from './en/map.ts';
import { notes } from './en/notes.ts';
import { question } from './en/question.ts';
import { rail } from './en/rail.ts';
import { record } from './en/record.ts';
import { tokens } from './en/tokens.ts';
import { twins } from './en/twins.ts';
import { workbench } from './en/workbench.ts';

export const late = {
  access,
  assistants,
  charts,
  dashboards,
  difference,
  edit,
  formula,
  grid,
  help,
  imports,
  inferred,
  map,
  notes,
  question,
  rail,
  record,
  tokens,
  twins,
  workbench,
};
