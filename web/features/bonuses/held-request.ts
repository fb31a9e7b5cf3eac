/** The request for issued and active bonuses and free spins of a currency (specification, section 7), or of all. */
export const heldRequest = (currency?: string) => ({ query: { status: [1, 2], currency } })
export const heldRoutes = { bonus: 'GET /api/game/player-bonuses', freespin: 'GET /api/game/player-freespins' } as const
