/** Ledger addresses that payments touch. */
export const cash = (playerId: string, currency: string): string => `player:${playerId}:cash:${currency}`
export const held = (playerId: string, currency: string): string => `player:${playerId}:held:${currency}`
/** What the partner has of ours, as a negative balance. */
export const clearing = (partner: string, currency: string): string => `clearing:${partner}:${currency}`
/** Money that nobody could be credited with; a person decides. */
export const suspense = (currency: string): string => `house:suspense:${currency}`
