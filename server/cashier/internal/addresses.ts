/** Ledger addresses used by payments. */
export const cash = (playerId: string, currency: string): string => `player:${playerId}:cash:${currency}`
export const held = (playerId: string, currency: string): string => `player:${playerId}:held:${currency}`
/** What the partner holds of ours, as a negative balance. */
export const clearing = (partner: string, currency: string): string => `clearing:${partner}:${currency}`
/** Money that could not be credited to anyone; an operator decides. */
export const suspense = (currency: string): string => `house:suspense:${currency}`
/** Losses from partners' wrong payments and reversals. */
export const losses = (currency: string): string => `house:losses:${currency}`
/** What players owe for payments, as a negative balance. */
export const debts = (currency: string): string => `house:payment-debts:${currency}`
/** Money from suspense without an owner. */
export const unclaimed = (currency: string): string => `house:unclaimed:${currency}`
