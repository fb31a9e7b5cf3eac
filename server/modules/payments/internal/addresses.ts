/** Ledger addresses that payments touch. */
export const cash = (playerId: string, currency: string): string => `player:${playerId}:cash:${currency}`
export const held = (playerId: string, currency: string): string => `player:${playerId}:held:${currency}`
/** What the partner has of ours, as a negative balance. */
export const clearing = (partner: string, currency: string): string => `clearing:${partner}:${currency}`
/** Money that nobody could be credited with; a person decides. */
export const suspense = (currency: string): string => `house:suspense:${currency}`
/** What the house bears because a partner paid what it should not have, or took back what was given out. */
export const losses = (currency: string): string => `house:losses:${currency}`
/** Money out of suspense that could be given to nobody. */
export const unclaimed = (currency: string): string => `house:unclaimed:${currency}`
