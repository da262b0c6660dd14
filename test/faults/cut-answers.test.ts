import { checkCutAnswers } from './cut-answers.ts';

// The code that writes rows is shared by all engines, so one file engine and one server test several kinds of answers.
checkCutAnswers([0.5], (engine) => (engine === 'sqlite' || engine === 'postgres' ? 3 : 1));
