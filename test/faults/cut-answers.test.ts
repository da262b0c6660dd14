import { checkCutAnswers } from './cut-answers.ts';

checkCutAnswers([0.5], 3);
