/** Operators: who they are and what they may do. Other contexts import only this file. */
export { queueState } from './claims.ts'
export { findOperator, hasOperators, listOperators } from './operators.ts'
export { runWithSecondPerson } from './requests.ts'
export { demoOperators, seedOperators } from './seed.ts'
export { findSession, forgeryTokenOf } from './sessions.ts'
export { isAboveThreshold, thresholdWindowMs } from './thresholds.ts'
