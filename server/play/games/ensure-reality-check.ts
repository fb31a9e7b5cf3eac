/** For modules beside the games that take stakes. */
export { ensureRealityCheck } from './internal/reality-check.ts'
