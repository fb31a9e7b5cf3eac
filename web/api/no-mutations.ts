/** Replaces the query library's mutation cache (vite.config.ts) with an empty one: only what its client reads. */
export class MutationCache {
  clear(): void {}
  find(): undefined {}
  findAll(): [] {
    return []
  }
  getAll(): [] {
    return []
  }
  resumePausedMutations(): Promise<void> {
    return Promise.resolve()
  }
}
