/** The request for issued and active bonuses and free spins (specification, section 4). */
export const openBonusesRequest = { query: { status: [1, 2] } }
export const playerBonusRoutes = {
  bonus: 'GET /api/game/player-bonuses',
  freespin: 'GET /api/game/player-freespins',
} as const
