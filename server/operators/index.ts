/** Operators: who they are and what they may do. Other contexts import only this file. */
export { queueState } from './claims.ts'
export { hasOperators, isOperator } from './operators.ts'
export { runWithSecondPerson } from './requests.ts'
export { demoOperators, seedOperators } from './seed.ts'
export { findByToken, findSession, forgeryTokenOf } from './sessions.ts'
export { isAboveThreshold, thresholdWindowMs } from './thresholds.ts'
export { answerOfWrittenOff, debtsWrittenOffLately } from './written-off-debts.ts'
