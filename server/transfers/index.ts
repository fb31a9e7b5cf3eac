/**
 * Moves between a player's own balances: swaps, the vault, and collecting a debt. Other contexts import only this file.
 */
export { gatherCash } from './swaps/gather-cash.ts'
