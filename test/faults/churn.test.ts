import { checkChurn } from './churn.ts';

checkChurn(6);
