/** The request for issued and active bonuses and free spins (specification, section 4), apart from what is done with them. */
export const heldRequest = { query: { status: [1, 2] } }
export const heldRoutes = { bonus: 'GET /api/game/player-bonuses', freespin: 'GET /api/game/player-freespins' } as const
