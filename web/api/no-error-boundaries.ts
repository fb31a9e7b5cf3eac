/**
 * Replaces what the query library's hooks have for queries that suspend or throw to an error boundary (vite.config.ts):
 * here a component shows its own loading and failed states.
 */
export function ensureSuspenseTimers(): void {}
export function ensurePreventErrorBoundaryRetry(): void {}
export function useClearResetErrorBoundary(): void {}
export function useQueryErrorResetBoundary(): null {
  return null
}
export function shouldSuspend(): boolean {
  return false
}
export function getHasError(): boolean {
  return false
}
export function fetchOptimistic(): never {
  throw new Error('no query suspends')
}
