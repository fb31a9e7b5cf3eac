/** The code that a browser needs to show another page than the one the server sent; a separate chunk. */
export { applyHead } from './head.ts'
export { errorMeta, loadPage, prefetch, shellQueries } from './load.ts'
