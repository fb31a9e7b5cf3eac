/** What a browser needs for another page than the one it was sent: a chunk of its own. */
export { applyHead } from './head.ts'
export { errorMeta, loadPage, prefetch, shellQueries } from './load.ts'
