/** The request for the welcome package, which the operator may not offer. */
export const welcomePage = ['GET /api/game/bonuses/pages/{identity}', { params: { identity: 'welcome' } }] as const
