/** Deposits, withdrawals, reversals and what waits in suspense. Other contexts import only this file. */
export { findSharedDestinations } from './payouts/shared-destinations.ts'
export { seedBooksWork } from './books/seed.ts'
