/** Operators: who they are and what they may do. Other contexts import only this file. */
export { findOperator, hasOperators, listOperators } from './operators.ts'
export { demoOperators, seedOperators } from './seed.ts'
export { findSession, forgeryTokenOf } from './sessions.ts'
