/** What play earns. Other contexts import only this file. */
export { noteGames } from './counting-rules.ts'
export { storeGrantLimits } from './grant-limits.ts'
export { readLevels } from './loyalty/read-levels.ts'
export { readToClaim } from './quests/read-to-claim.ts'
export { revokeIn } from './revoke-reward.ts'
export { type PlayerPlay, settledPlay } from './settled-play.ts'
export { listJoined } from './tournaments/list-joined.ts'
export { readRunning } from './tournaments/read-running.ts'
