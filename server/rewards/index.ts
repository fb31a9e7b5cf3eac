/** What play earns: quests, loyalty, tournaments, cashback and rakeback. Other contexts import only this file. */
export { noteGames } from './counting-rules.ts'
export { storeGrantLimits } from './grant-limits.ts'
export { readLevels } from './loyalty/read-levels.ts'
export { readToClaim } from './quests/read-to-claim.ts'
export { revokeIn } from './revoke-reward.ts'
export { listJoined } from './tournaments/list-joined.ts'
export { readRunning } from './tournaments/read-running.ts'
