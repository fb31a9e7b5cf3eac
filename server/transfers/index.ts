/** Moves between a player's own balances: swaps, the vault, and what a charge gathers. Other contexts import only this file. */
export { gatherCash } from './swaps/gather-cash.ts'
